"""The reader: a small convolutional network on an upright crop. It tells the label, the corners and a quarter turn.

Two views of the crop: the whole card made smaller, and its upper left corner and, turned round, its lower right one,
where most cards bear their index. The two corners go through the same layers, so that a letter is learned once for
both. Both views begin with layers of MobileNetV2 (Sandler et al. 2018) as trained on ImageNet.
"""

from pathlib import Path

import torch
from torch import nn
from torch.nn import functional
from torchvision.models import mobilenet_v2

from vision.reader import CORNERS, SIDEWAYS

WIDTH, HEIGHT = 168, 216
WHOLE = (144, 112)
"""Rows and columns of the whole card in the first view."""
CORNER = (80, 64)
"""Rows and columns of the crop that a corner takes: the index and the suit sign under it, some margin about them."""
INDEX_WORDS, FEATURES = 96, 256
"""How many numbers tell what one corner shows; and the whole card, before the labels."""
STEM, BODY, CHANNELS = 3, 14, (24, 96)
"""MobileNetV2's layers that stay as they are, those that are trained, and the channels of both."""


class Block(nn.Module):
    """Two 3 x 3 convolutions beside a short cut."""

    def __init__(self, inputs: int, outputs: int, stride: int = 1) -> None:
        super().__init__()
        self.first = nn.Sequential(
            nn.Conv2d(inputs, outputs, 3, stride, 1, bias=False), nn.BatchNorm2d(outputs), nn.ReLU(inplace=True)
        )
        self.second = nn.Sequential(nn.Conv2d(outputs, outputs, 3, 1, 1, bias=False), nn.BatchNorm2d(outputs))
        self.short = nn.Sequential(
            nn.AvgPool2d(stride) if stride > 1 else nn.Identity(),
            nn.Conv2d(inputs, outputs, 1, bias=False),
            nn.BatchNorm2d(outputs),
        )

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return torch.relu(self.second(self.first(x)) + self.short(x))


class ReaderNetwork(nn.Module):
    """(n, 3, HEIGHT, WIDTH) RGB 0..1 to readings (n, labels + 8 + 1) and features (n, FEATURES).

    A reading is logits, corner offsets in shares of the crop and the logit of lying sideways.
    """

    def __init__(self, labels: int) -> None:
        super().__init__()
        layers = mobilenet_v2(weights=None).features
        self.stem, self.body = layers[:STEM], layers[STEM:BODY]
        self.kept = [self.stem]
        self.keep(0)
        low, high = CHANNELS
        self.deep = Block(high, 2 * high)
        cells = (WHOLE[0] // 16) * (WHOLE[1] // 16)
        self.what = nn.Sequential(nn.Conv2d(high, 40, 1), nn.ReLU(inplace=True), nn.Flatten())
        self.where = nn.Sequential(nn.Conv2d(high, 16, 1), nn.ReLU(inplace=True), nn.Flatten())
        self.index = nn.Sequential(
            Block(low, 2 * low, 2),
            Block(2 * low, 4 * low, 2),
            nn.Flatten(),
            nn.Linear(4 * low * (CORNER[0] // 16) * (CORNER[1] // 16), INDEX_WORDS),
            nn.ReLU(inplace=True),
        )
        seen = 2 * high + 40 * cells + 3 * INDEX_WORDS
        self.features = nn.Sequential(nn.Dropout(0.1), nn.Linear(seen, FEATURES), nn.ReLU(inplace=True))
        self.label = nn.Sequential(nn.Dropout(0.1), nn.Linear(FEATURES, labels))
        self.place = nn.Linear(16 * cells, CORNERS + SIDEWAYS)
        self.register_buffer("mean", torch.tensor([0.485, 0.456, 0.406])[:, None, None])
        self.register_buffer("spread", torch.tensor([0.229, 0.224, 0.225])[:, None, None])

    def start_from(self, imagenet: Path) -> None:
        """Take MobileNetV2's ImageNet weights, a state dict with the same layers in the same order."""
        theirs = torch.load(imagenet, map_location="cpu")
        for part, first in ((self.stem, 0), (self.body, STEM)):
            numbered = [key for key in theirs if first <= int(key.split(".")[1]) < first + len(part)]
            part.load_state_dict(dict(zip(part.state_dict(), (theirs[key] for key in numbered), strict=True)))

    def keep(self, layers: int) -> None:
        """Leave the first `layers` of the body as they are too, when the network is trained on: it is faster."""
        self.kept = [self.stem, *self.body[:layers]]
        for part in self.kept:
            part.requires_grad_(False)

    def train(self, mode: bool = True) -> "ReaderNetwork":
        """What keeps its weights keeps its statistics."""
        super().train(mode)
        for part in self.kept:
            part.eval()
        return self

    def forward(self, x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        x = (x - self.mean) / self.spread
        rows, columns = CORNER
        corners = torch.cat([x[:, :, :rows, :columns], x[:, :, -rows:, -columns:].flip(2, 3)])
        upper, lower = self.index(self.stem(corners)).chunk(2)
        x = self.body(self.stem(functional.interpolate(x, WHOLE, mode="bilinear")))
        seen = [self.deep(x).mean((2, 3)), self.what(x), upper, lower, torch.maximum(upper, lower)]
        features = self.features(torch.cat(seen, 1))
        return torch.cat([self.label(features), self.place(self.where(x))], 1), features
