"""Cuts the reader's samples out of real photographs: `python -m datasets.photos.prepare`.

The `train` photographs show one card each and say which, not where: the exported detector finds it. They become one
more file of crops beside the rendered ones, without true corners, each several times, for they are few.
"""

import argparse

import cv2
import numpy as np
from tqdm import tqdm

from datasets.scenes.crops import CROPS, LABELS, MARGIN, SIZE
from models.truth import photos
from vision import detector
from vision.detector import Detector
from vision.frames import load_image
from vision.geometry import crop
from vision.models import MODELS, Model

SURE, AMBIGUOUS = 0.4, 0.25
REPEATED = 6


def main() -> None:
    argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter).parse_args()
    find = Detector(Model(MODELS / "detector", detector.THRESHOLDS)).find
    found = []
    pictures = photos("train")
    for picture in tqdm(pictures, desc="photographs"):
        image = load_image(picture.path)
        faces = [one for one in find(image, AMBIGUOUS) if one.kind == "face"]
        if len(picture.cards) == len(faces) == 1 and faces[0].score >= SURE:
            jpeg = cv2.imencode(".jpg", crop(image, faces[0].quad, SIZE, MARGIN), [cv2.IMWRITE_JPEG_QUALITY, 94])[1]
            found.append((jpeg.ravel(), LABELS.index(picture.cards[0][0]), faces[0].quad))
    print(f"{len(found)} of {len(pictures)} photographs show their one card clearly")
    found *= REPEATED
    np.savez(
        CROPS / "train" / "photos.npz",
        bytes=np.concatenate([jpeg for jpeg, *_ in found]),
        ends=np.cumsum([len(jpeg) for jpeg, *_ in found]),
        labels=np.array([label for _, label, _ in found], np.int16),
        quads=np.array([quad for *_, quad in found], np.float32),
        visible=np.ones(len(found), np.float32),
        exact=np.zeros(len(found), bool),
    )


if __name__ == "__main__":
    main()
