"""How heavy the first page is, and how soon it can be used, in a fresh Chromium: `python -m tests.bench_page`."""

from contextlib import closing
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser, sync_playwright

from companion.session import Party, Session
from companion.store import Store
from tests.companion.conftest import CHROMIUM, CHROMIUM_OPTIONS, serving
from tests.companion.prepared import PLAYERS, ROUND_ONE, Camera, sightings
from tests.companion.test_streaming import weighed

TURNS = 7
USABLE = """new MutationObserver(() => {
    if (document.querySelector("#hands .card")) window.usable ??= performance.now();
}).observe(document, { subtree: true, childList: true })"""
"""Notes the milliseconds until the hands are drawn, which can be tapped from then on."""


def main() -> None:
    """Prints the bytes by kind, and the milliseconds of the quickest and of the middle turn."""
    with TemporaryDirectory() as folder, closing(Store(Path(folder))) as store, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=str(CHROMIUM), args=list(CHROMIUM_OPTIONS))
        session, camera = Session(store, "table", Party(PLAYERS)), Camera()
        session.see(camera.look(sightings(ROUND_ONE)), camera.t)
        with serving(session) as address:
            turns = [_opened(browser, address) for _ in range(TURNS)]
        browser.close()
    wire, _ = turns[0]
    for path, size in sorted(wire.items(), key=lambda each: -each[1]):
        print(f"{path:28}{size:8} bytes")
    page = sum(size for path, size in wire.items() if not path.startswith("/live/"))
    print(f"{'first page, picture apart':28}{page:8} bytes")
    times = [milliseconds for _, milliseconds in turns]
    print(f"{'usable after':28}{min(times):8.0f} ms at best, {median(times):.0f} ms in the middle of {TURNS}")


def _opened(browser: Browser, address: str) -> tuple[dict[str, int], float]:
    context = browser.new_context()
    page = context.new_page()
    page.add_init_script(USABLE)
    wire = weighed(page)
    page.goto(address)
    page.wait_for_selector("#hands .card")
    milliseconds = float(page.evaluate("window.usable"))
    context.close()
    return wire, milliseconds


if __name__ == "__main__":
    main()
