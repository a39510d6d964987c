"""The reader: a small residual network on an upright crop. It tells the label, the corners and a quarter turn."""

import torch
from torch import nn

from vision.reader import CORNERS, SIDEWAYS

WIDTH, HEIGHT = 112, 144


def _norm_conv(inputs: int, outputs: int, stride: int = 1, kernel: int = 3) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, kernel, stride, kernel // 2, bias=False),
        nn.BatchNorm2d(outputs),
        nn.ReLU(inplace=True),
    )


class Block(nn.Module):
    """Two 3 x 3 convolutions beside a short cut."""

    def __init__(self, inputs: int, outputs: int, stride: int = 1) -> None:
        super().__init__()
        self.first = _norm_conv(inputs, outputs, stride)
        self.second = nn.Sequential(nn.Conv2d(outputs, outputs, 3, 1, 1, bias=False), nn.BatchNorm2d(outputs))
        plain = stride == 1 and inputs == outputs
        self.short = (
            nn.Identity()
            if plain
            else nn.Sequential(
                nn.AvgPool2d(stride) if stride > 1 else nn.Identity(),
                nn.Conv2d(inputs, outputs, 1, bias=False),
                nn.BatchNorm2d(outputs),
            )
        )

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return torch.relu(self.second(self.first(x)) + self.short(x))


class ReaderNetwork(nn.Module):
    """(n, 3, HEIGHT, WIDTH) RGB 0..1 to (n, labels + 8 + 1): logits, corner offsets in shares of the crop, sideways;
    and to what the labels are told from: (n, features).
    """

    def __init__(self, labels: int, width: int = 24) -> None:
        super().__init__()
        self.features = nn.Sequential(
            _norm_conv(3, width, 2),
            Block(width, width * 2, 2),
            Block(width * 2, width * 4, 2),
            Block(width * 4, width * 4),
            Block(width * 4, width * 8, 2),
            Block(width * 8, width * 8),
        )
        cells = (WIDTH // 16) * (HEIGHT // 16)
        self.what = nn.Sequential(nn.Conv2d(width * 8, 40, 1), nn.ReLU(inplace=True), nn.Flatten())
        self.where = nn.Sequential(nn.Conv2d(width * 8, 16, 1), nn.ReLU(inplace=True), nn.Flatten())
        self.label = nn.Sequential(nn.Dropout(0.2), nn.Linear(width * 8 + 40 * cells, labels))
        self.place = nn.Linear(16 * cells, CORNERS + SIDEWAYS)

    def forward(self, x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        x = self.features((x - 0.45) / 0.25)
        seen = torch.cat([x.mean((2, 3)), self.what(x)], 1)
        return torch.cat([self.label(seen), self.place(self.where(x))], 1), seen
