"""Windows on the page in a real browser."""

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, Page

PHONE = (390, 844)
DESKTOP = (1440, 900)


@contextmanager
def opened(browser: Browser, address: str, size: tuple[int, int] = DESKTOP, locale: str = "en-GB") -> Iterator[Page]:
    """The page in a window of its own; an error in its scripts fails the test."""
    context = browser.new_context(viewport={"width": size[0], "height": size[1]}, locale=locale)
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(address)
    yield page
    context.close()
    assert errors == []


def fits(page: Page) -> bool:
    """Whether the page is no wider than its window."""
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))
