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

from datasets.scenes.crops import CROPS, LABELS
from models.reader.crops import Crops, Sample
from models.reader.network import ReaderNetwork

RUNS = Path(__file__).parent / "runs"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--epochs", type=int, default=10)
    parser.add_argument(
        "--hours", type=float, default=math.inf, help="stop after this long; the learning rate is fitted to it"
    )
    parser.add_argument("--batch", type=int, default=64)
    parser.add_argument("--rate", type=float, default=0.002)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    parser.add_argument("--resume", action="store_true")
    args = parser.parse_args()
    torch.manual_seed(1)
    torch.set_num_threads(args.threads)
    RUNS.mkdir(exist_ok=True)
    training, judging = Crops(CROPS / "train", augment=True), Crops(CROPS / "validation", augment=False)
    network = ReaderNetwork(len(LABELS)).to(args.device, memory_format=torch.channels_last)
    average = AveragedModel(network, multi_avg_fn=get_ema_multi_avg_fn(0.998), use_buffers=True)
    optimizer = torch.optim.AdamW(network.parameters(), args.rate, weight_decay=0.02)
    first = 0
    if args.resume:
        state = torch.load(RUNS / "last.pt", map_location=args.device)
        network.load_state_dict(state["network"])
        average.load_state_dict(state["average"])
        optimizer.load_state_dict(state["optimizer"])
        first = state["epoch"] + 1
    loader: DataLoader[Sample] = DataLoader(training, args.batch, shuffle=True, num_workers=1, drop_last=True)
    clock = time.monotonic()
    for epoch in range(first, args.epochs):
        network.train()
        bar = tqdm(loader, desc=f"epoch {epoch + 1}/{args.epochs}", unit="batch", mininterval=5)
        for step, batch in enumerate(bar):
            by_steps = (epoch - first + step / len(loader)) / (args.epochs - first)
            done = max(by_steps, (time.monotonic() - clock) / 3600 / args.hours)
            if done >= 1:
                break
            for group in optimizer.param_groups:
                group["lr"] = (
                    args.rate
                    * min(1.0, (step + 1 + epoch * len(loader)) / 300)
                    * (0.01 + 0.99 * (1 + math.cos(math.pi * done)) / 2)
                )
            loss = _loss(network, batch, args.device)
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), 5.0)
            optimizer.step()
            average.update_parameters(network)
            bar.set_postfix(loss=f"{loss.item():.3f}", refresh=False)
        state = {
            "network": network.state_dict(),
            "average": average.state_dict(),
            "optimizer": optimizer.state_dict(),
            "epoch": epoch,
        }
        torch.save(state, RUNS / "last.part")
        (RUNS / "last.part").replace(RUNS / "last.pt")
        print(f"epoch {epoch + 1}: {judge(average, judging, args.device)}", flush=True)
        if done >= 1:
            break


def _loss(network: nn.Module, batch: Sample, device: str) -> torch.Tensor:
    pixels, labels, places, usable = batch
    images = (pixels.to(device).float() / 255).contiguous(memory_format=torch.channels_last)
    with torch.autocast(torch.device(device).type, torch.bfloat16):
        out = network(images).float()
    count = len(LABELS)
    what = functional.cross_entropy(out[:, :count], torch.as_tensor(labels).to(device), label_smoothing=0.04)
    places, weight = places.to(device), torch.as_tensor(usable).to(device).float()[:, None]
    corners = (functional.smooth_l1_loss(out[:, count:-1], places[:, :-1], beta=0.01, reduction="none") * weight).mean()
    sideways = (
        functional.binary_cross_entropy_with_logits(out[:, -1:], places[:, -1:], reduction="none") * weight
    ).mean()
    return what + 15 * corners + 0.3 * sideways


@torch.no_grad()
def judge(network: nn.Module, crops: Crops, device: str) -> str:
    """The share of labels right and the middle corner error, in shares of the crop."""
    network.eval()
    right, errors = 0, []
    for pixels, labels, places, usable in DataLoader(crops, 128):
        out = network((pixels.to(device).float() / 255).contiguous(memory_format=torch.channels_last)).cpu()
        right += int((out[:, : len(LABELS)].argmax(1) == labels).sum())
        errors.append((out[:, len(LABELS) : -1] - places[:, :-1]).abs().mean(1)[usable > 0])
    return f"right {right}/{len(crops)} ({right / len(crops):.4f}), corners off by {torch.cat(errors).median():.4f}"


if __name__ == "__main__":
    main()
