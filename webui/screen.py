"""What every screen with a record shows around its own part: the answer in sight, the address."""

from typing import Any

from flask import render_template

from solver import Record
from solver.game.cards import Meow
from webui.solved import solved
from webui.turn_form import current_turn


def screen(template: str, record: Record, **context: Any) -> str:
    """Return the page ``template`` around ``record``; ``number`` is the turn in its title."""
    found = solved(record)
    shared = {
        "record": record,
        "line": record.to_line(),
        "number": current_turn(record),
        "solved": found,
        "best": found.posterior.boss[0] if found.posterior else None,
        "meows": tuple(Meow),
    }
    return render_template(template, **{**shared, **context})
