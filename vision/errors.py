"""What can go wrong between a source and its sightings."""


class VisionError(Exception):
    """An error with a stable `code` and a `message` that names what to do."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


class SourceError(VisionError):
    """A source that gives no picture: `not_found`, `not_an_image`, `too_small`, `empty_folder`, `no_camera`.

    One that gives none any more: `silent`, `black`, `frozen`, `ended`.
    """


class ModelError(VisionError):
    """Weights that are missing or do not match their manifest: `model_missing`, `model_damaged`."""
