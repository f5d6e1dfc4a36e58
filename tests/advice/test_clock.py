"""Each stage of the work ends by its share of the time: no step is begun that would go on beyond it."""

import pytest

from solver.advice import clock as module
from solver.advice.clock import Clock


class Time:
    """A time that goes on only when told to."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def time(monkeypatch) -> Time:
    time = Time()
    monkeypatch.setattr(module, "monotonic", time)
    return time


def test_a_stage_ends_where_another_step_as_long_as_the_last_would_end_too_late(time):
    late = Clock(10.0, lambda share: None, {"rivals": 0.5}).late("rivals")
    assert not late()
    time.now += 2.0
    assert not late()  # at 2 s, the next step would end at 4 s
    time.now += 2.0
    assert late()  # at 4 s, it would end at 6 s


def test_a_stage_begun_late_takes_no_step(time):
    clock = Clock(10.0, lambda share: None, {"rivals": 0.5, "wait": 1.0})
    time.now += 5.0
    assert clock.late("rivals")()
    assert not clock.late("wait")()
    assert clock.left("wait") == pytest.approx(5.0)


def test_without_time_everything_is_late(time):
    assert Clock(0.0, lambda share: None, {"wait": 1.0}).late("wait")()


def test_progress_goes_from_none_to_all(time):
    told: list[float] = []
    late = Clock(4.0, told.append, {"wait": 1.0}).late("wait")
    for _ in range(4):
        late()
        time.now += 2.0
    assert told == [0.0, 0.5, 1.0, 1.0]
