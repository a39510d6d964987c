"""The look of one drawn deck, chosen at random from its seed."""

from dataclasses import dataclass

import numpy as np

from datasets.decks.drawing.ink import Colour
from datasets.decks.drawing.shapes import Proportions, random_proportions

# Index letters for ace, jack, queen and king, and how often each system is drawn.
SYSTEMS: dict[tuple[str, str, str, str], float] = {
    ("A", "J", "Q", "K"): 0.46,
    ("1", "V", "D", "R"): 0.12,
    ("A", "V", "D", "R"): 0.08,
    ("A", "B", "D", "K"): 0.15,
    ("Т", "В", "Д", "К"): 0.13,
    ("A", "F", "D", "R"): 0.04,
    ("A", "Kn", "D", "K"): 0.02,
}
CYRILLIC_FONTS = (
    "opentype/roboto/slab/RobotoSlab-Bold.otf",
    "opentype/roboto/slab/RobotoSlab-Regular.otf",
    "opentype/urw-base35/C059-Bold.otf",
    "opentype/urw-base35/NimbusMonoPS-Bold.otf",
    "opentype/urw-base35/NimbusRoman-Bold.otf",
    "opentype/urw-base35/NimbusRoman-Regular.otf",
    "opentype/urw-base35/NimbusSans-Bold.otf",
    "opentype/urw-base35/NimbusSansNarrow-Regular.otf",
    "opentype/urw-base35/P052-Roman.otf",
    "opentype/urw-base35/URWBookman-Light.otf",
    "truetype/dejavu/DejaVuSans-Bold.ttf",
    "truetype/dejavu/DejaVuSansCondensed.ttf",
    "truetype/dejavu/DejaVuSerif-Bold.ttf",
    "truetype/fonts-oldstandard/OldStandard-Bold.ttf",
    "truetype/fonts-oldstandard/OldStandard-Regular.ttf",
    "truetype/liberation2/LiberationMono-Bold.ttf",
    "truetype/liberation2/LiberationSans-Bold.ttf",
    "truetype/liberation2/LiberationSans-Regular.ttf",
    "truetype/liberation2/LiberationSerif-Bold.ttf",
    "truetype/liberation2/LiberationSerif-Italic.ttf",
    "truetype/noto/NotoSans-Bold.ttf",
    "truetype/noto/NotoSerifDisplay-Bold.ttf",
)
LATIN_FONTS = (
    "opentype/bebas-neue/BebasNeue-Bold.otf",
    "opentype/bebas-neue/BebasNeue-Book.otf",
    "opentype/cabin/Cabin-Bold.otf",
    "opentype/cabin/Cabin-Medium.otf",
    "opentype/courier-prime/Courier Prime Bold.otf",
    "opentype/courier-prime/Courier Prime Sans Bold.otf",
    "opentype/junicode/JunicodeTwoBeta-Bold.otf",
    "opentype/junicode/JunicodeTwoBeta-CondensedMedium.otf",
    "opentype/league-spartan/LeagueSpartan-Bold.otf",
    "opentype/league-spartan/LeagueSpartan-Regular.otf",
    "opentype/urw-base35/URWGothic-Demi.otf",
    "opentype/urw-base35/Z003-MediumItalic.otf",
)
# Fonts that no training deck uses.
HELD_OUT_FONTS = (
    "opentype/urw-base35/NimbusSansNarrow-Bold.otf",
    "opentype/urw-base35/P052-Bold.otf",
    "opentype/urw-base35/URWBookman-Demi.otf",
    "truetype/dejavu/DejaVuSerifCondensed-Bold.ttf",
    "truetype/noto/NotoSerif-Bold.ttf",
)
HELD_OUT_SEED = 9000  # from here on seeds are for validation and test
HELD_OUT_SYSTEMS = (("A", "J", "Q", "K"), ("1", "V", "D", "R"), ("A", "B", "D", "K"), ("Т", "В", "Д", "К"))

WHITE, CREAM, BLACK = (255, 255, 255), (250, 243, 222), (22, 22, 26)
REDS = ((208, 16, 28), (230, 30, 40), (178, 24, 36), (235, 60, 50), (200, 0, 60), (222, 70, 40))
BLACKS = ((14, 14, 16), (30, 32, 40), (20, 30, 60), (45, 45, 48), (40, 30, 24), (10, 50, 60))
BLUES = ((20, 60, 190), (0, 90, 200), (60, 90, 210), (20, 40, 120))
GREENS = ((10, 120, 50), (20, 150, 70), (0, 100, 80), (90, 140, 30))
ORANGES = ((235, 130, 20), (225, 165, 10), (210, 110, 60))
PURPLES = ((110, 40, 140), (150, 50, 150))
BRIGHTS = ((245, 245, 245), (255, 90, 90), (120, 190, 255), (130, 230, 140), (255, 200, 80))


@dataclass(frozen=True, slots=True)
class Style:
    """Everything that is the same on all cards of a drawn deck. Lengths are shares of the card's height."""

    seed: int
    ratio: float  # width over height
    corner: float
    paper: Colour
    shade: float  # darkening of the paper towards the edges
    grain: float
    edge: Colour | None  # thin line round the card
    border: float  # coloured border inside the edge
    border_colour: Colour
    frame: str  # none, line, double, corners
    letters: tuple[str, str, str, str]
    font: str
    bold: float
    corners: str  # two, four, big, left_handed, upright
    index_height: float
    index_squeeze: float
    ten_squeeze: float
    suit_ratio: float  # height of the index suit sign over the index height
    beside: bool  # suit sign beside the index instead of below it
    index_ink: Colour | None  # one colour for all index letters
    pips: str  # usual, small, single, boxed, none
    pip_height: float
    pip_aspect: float
    hollow: float
    turn_pips: bool
    shapes: Proportions
    colours: dict[str, Colour]
    courts: str  # figure, one_way, silhouette, letter, crown
    ace: str  # plain, big, ornate
    joker: str  # star, text, figure


def pick(rng: np.random.Generator, **weights: float) -> str:
    """One of the names, with the given weights."""
    total = sum(weights.values())
    return str(rng.choice(list(weights), p=[weight / total for weight in weights.values()]))


def one(rng: np.random.Generator, colours: tuple[Colour, ...]) -> Colour:
    """One of the colours."""
    return colours[int(rng.integers(len(colours)))]


def suit_colours(rng: np.random.Generator, dark: bool) -> dict[str, Colour]:
    """Ink of each suit: two colours, or four in one of the customary ways."""
    red, black = one(rng, REDS), one(rng, BLACKS)
    if dark:
        red, black = one(rng, ((240, 60, 60), (255, 110, 90), (230, 40, 80))), one(rng, BRIGHTS[:1])
    kind = pick(rng, two=0.66, poker=0.2, german=0.07, bright=0.07)
    if kind == "poker":
        blue, green = (BRIGHTS[2], BRIGHTS[3]) if dark else (one(rng, BLUES), one(rng, GREENS))
        return {"C": green, "D": blue, "H": red, "S": black}
    if kind == "german":
        return {"C": black, "D": one(rng, ORANGES), "H": red, "S": BRIGHTS[3] if dark else one(rng, GREENS)}
    if kind == "bright":
        purple = (200, 140, 255) if dark else one(rng, PURPLES + BLUES)
        return {"C": purple, "D": one(rng, ORANGES), "H": red, "S": black}
    return {"C": black, "D": red, "H": red, "S": black}


def paper_colour(rng: np.random.Generator) -> tuple[Colour, bool]:
    """Paper and whether it is dark."""
    kind = pick(rng, white=0.5, cream=0.2, tint=0.18, dark=0.12)
    if kind == "white":
        grey = int(rng.integers(240, 256))
        return (grey, grey, grey), False
    if kind == "cream":
        return (250, int(rng.integers(238, 248)), int(rng.integers(205, 232))), False
    if kind == "tint":
        red, green, blue = (int(value) for value in rng.integers(215, 250, 3))
        return (red, green, blue), False
    return one(rng, (BLACK, (12, 24, 46), (50, 14, 18), (14, 40, 30))), True


def letters_and_font(rng: np.random.Generator, seed: int) -> tuple[tuple[str, str, str, str], str]:
    """Index letters and a font that has them; held-out seeds take every system in turn and fonts of their own."""
    if seed >= HELD_OUT_SEED:
        letters = HELD_OUT_SYSTEMS[seed % len(HELD_OUT_SYSTEMS)]
        return letters, HELD_OUT_FONTS[int(rng.integers(len(HELD_OUT_FONTS)))]
    systems = list(SYSTEMS)
    letters = systems[int(rng.choice(len(systems), p=list(SYSTEMS.values())))]
    fonts = CYRILLIC_FONTS if letters[0] == "Т" else CYRILLIC_FONTS + LATIN_FONTS
    return letters, fonts[int(rng.integers(len(fonts)))]


def index_size(rng: np.random.Generator, corners: str) -> float:
    """Height of the index letters over the card's height, from tiny to jumbo."""
    if corners == "big":
        return float(rng.uniform(0.2, 0.34))
    kind = pick(rng, tiny=0.15, usual=0.5, large=0.2, jumbo=0.15 if corners != "four" else 0.0)
    low, high = {"tiny": (0.055, 0.075), "usual": (0.08, 0.115), "large": (0.12, 0.16), "jumbo": (0.18, 0.27)}[kind]
    return float(rng.uniform(low, high))


def choose_style(seed: int) -> Style:
    """The style of a seed; the same seed gives the same style."""
    rng = np.random.default_rng(seed)
    paper, dark = paper_colour(rng)
    letters, font = letters_and_font(rng, seed)
    corners = pick(rng, two=0.62, four=0.14, big=0.08, left_handed=0.08, upright=0.08)
    index_height = index_size(rng, corners)
    roomy = index_height < 0.17
    pips = pick(
        rng, usual=0.64 if roomy else 0.08, small=0.1, single=0.1, boxed=0.08, none=0.08 if index_height > 0.08 else 0.0
    )
    border = rng.uniform(0.012, 0.03) if rng.random() < 0.1 else 0.0
    return Style(
        seed=seed,
        ratio=float(rng.choice([63 / 88, 57 / 88, rng.uniform(0.58, 0.76)], p=[0.55, 0.2, 0.25])),
        corner=float(rng.choice([0.035, rng.uniform(0.02, 0.05), rng.uniform(0.05, 0.08)], p=[0.5, 0.35, 0.15])),
        paper=paper,
        shade=float(rng.uniform(0.02, 0.12)) if rng.random() < 0.3 else 0.0,
        grain=float(rng.uniform(1, 6)) if rng.random() < 0.4 else 0.0,
        edge=one(rng, ((0, 0, 0), (90, 90, 90), (150, 150, 150))) if rng.random() < 0.4 else None,
        border=float(border),
        border_colour=one(rng, REDS + BLUES + GREENS + BLACKS + ORANGES),
        frame=pick(rng, none=0.72, line=0.12, double=0.06, corners=0.1) if roomy else "none",
        letters=letters,
        font=font,
        bold=float(rng.choice([0.0, rng.uniform(0.0, 0.04)])),
        corners=corners,
        index_height=index_height,
        index_squeeze=float(rng.choice([1.0, rng.uniform(0.65, 1.0)])),
        ten_squeeze=float(rng.choice([1.0, rng.uniform(0.55, 0.8)])),
        suit_ratio=float(rng.uniform(0.55, 1.05)),
        beside=bool(rng.random() < (0.12 if corners != "four" else 0.0)),
        index_ink=(255, 255, 255) if dark and rng.random() < 0.3 else None,
        pips=pips,
        pip_height=float(rng.uniform(0.115, 0.165)),
        pip_aspect=float(rng.uniform(0.85, 1.12)),
        hollow=float(rng.uniform(0.05, 0.09)) if rng.random() < 0.05 else 0.0,
        turn_pips=bool(rng.random() < 0.85),
        shapes=random_proportions(rng),
        colours=suit_colours(rng, dark),
        courts=pick(rng, figure=0.5, one_way=0.12, silhouette=0.1, letter=0.16, crown=0.12),
        ace=pick(rng, plain=0.4, big=0.25, ornate=0.35),
        joker=pick(rng, star=0.3, text=0.3, figure=0.4),
    )
