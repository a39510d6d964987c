"""A camera in the network for tests: pictures served as motion JPEG, as phones do it, with the faults of cameras."""

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from enum import Enum, auto
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import count
from threading import Thread
from time import sleep

import cv2
import numpy as np

from vision.geometry import Image

BOUNDARY = "picture"
BETWEEN, SLOW = 0.1, 4.0
"""Seconds between two pictures, and of a slow camera."""


class Fault(Enum):
    """What is wrong with a camera."""

    NONE = auto()
    CUT = auto()
    """It hangs up, and takes no calls."""
    SILENT = auto()
    """The connection stands, and nothing comes."""
    FROZEN = auto()
    BLACK = auto()
    SLOW = auto()


class Phone:
    """A phone as a camera: what it shows, and what is wrong with it, may be changed while it is looked at."""

    def __init__(self, image: Image) -> None:
        self.fault = Fault.NONE
        self._black = jpeg(np.zeros_like(image))
        self.show(image)

    def show(self, image: Image) -> None:
        """Another picture from now on; no two that follow each other are the same to the bit, as with any camera."""
        noisy = image.copy()
        noisy[-16:, -16:] ^= 4
        self._jpegs = jpeg(image), jpeg(noisy)

    def pictures(self) -> Iterator[bytes]:
        """The pictures as JPEG, as they are due, until it hangs up."""
        for number in count():
            match self.fault:
                case Fault.CUT:
                    return
                case Fault.SILENT:
                    pass
                case Fault.FROZEN:
                    yield self._jpegs[0]
                case Fault.BLACK:
                    yield self._black
                case _:
                    yield self._jpegs[number % 2]
            sleep(SLOW if self.fault is Fault.SLOW else BETWEEN)

    @contextmanager
    def serving(self, host: str = "127.0.0.1") -> Iterator[str]:
        """The address at which it is to be seen; all calls end with it."""
        phone, is_up = self, True

        class Stream(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                self.send_response(200)
                self.send_header("Content-Type", f"multipart/x-mixed-replace; boundary={BOUNDARY}")
                self.end_headers()
                with suppress(OSError):  # the one who looks may go at any moment
                    for picture in phone.pictures():
                        head = f"--{BOUNDARY}\r\nContent-Type: image/jpeg\r\nContent-Length: {len(picture)}\r\n\r\n"
                        self.wfile.write(head.encode() + picture + b"\r\n")
                        if not is_up:
                            return

            def log_message(self, *_: object) -> None:
                pass

        class Server(ThreadingHTTPServer):
            daemon_threads = True

        with Server((host, 0), Stream) as server:
            thread = Thread(target=server.serve_forever)
            thread.start()
            try:
                yield f"http://{host}:{server.server_port}/video"
            finally:
                is_up = False
                server.shutdown()
                thread.join()


def jpeg(image: Image) -> bytes:
    """A picture (height, width, 3) BGR uint8 as a camera would send it."""
    return bytes(cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 95])[1].tobytes())


def streaming(image: Image) -> AbstractContextManager[str]:
    """The address at which one picture is streamed over and over."""
    return Phone(image).serving()
