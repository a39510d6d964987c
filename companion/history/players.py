"""What players have done in all their games of one kind. Pure.

A player is known by the name alone. Whoever plays under a name has its figures.
"""

from collections import Counter
from collections.abc import Iterator, Sequence

from companion.history.results import Result, Round
from companion.notation import Object


def players(results: Sequence[Result]) -> list[Object]:
    """The figures of each player of these games, which are all of one kind; the most games first.

    `games` and `finished` count games, `wins` those of the finished that were won, alone or together. `rounds` and
    `won` count rounds, deals or hands. `points` are those of all rounds together, `by_round` those of each round by its
    number, with how often it was played. `hands` counts the hands shown by category. `luck` is the mean of `deals`
    deals (see `companion.history.luck`), None without any.
    """
    names = Counter(player for result in results for player in result.players)
    return [_figures(name, [each for each in results if name in each.players]) for name, _ in names.most_common()]


def _figures(name: str, results: Sequence[Result]) -> Object:
    rounds = [each for result in results for each in result.rounds if name in each.points]
    deals = [share for result in results for player, share in result.luck if player == name]
    return {
        "name": name,
        "games": len(results),
        "finished": sum(result.over for result in results),
        "wins": sum(name in result.winners for result in results),
        "rounds": len(rounds),
        "won": sum(name in each.won for each in rounds),
        "points": sum(each.points[name] for each in rounds),
        "by_round": list(_by_round(name, rounds)),
        "hands": dict(Counter(each.hands[name] for each in rounds if name in each.hands)),
        "deals": len(deals),
        "luck": sum(deals) / len(deals) if deals else None,
    }


def _by_round(name: str, rounds: Sequence[Round]) -> Iterator[Object]:
    for number in sorted({each.number for each in rounds}):
        points = [each.points[name] for each in rounds if each.number == number]
        yield {"round": number, "count": len(points), "points": sum(points)}
