"""Every screen in both languages and both schemes: accessible, finger-sized, and never wider than a small phone."""

from collections.abc import Callable, Iterator
from importlib.resources import files
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from msgspec.structs import replace
from playwright.sync_api import Browser, Page, ViewportSize

from solver import Record
from solver.game.cards import Meow, parse_face, parse_kind
from solver.play import Notes, simulate
from solver.record.schema import Answer, Result, Turn, Word

RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
NARROW: ViewportSize = {"width": 320, "height": 720}


# Of the example: proven, wrong, a percentage, and sure where it is open.
CLAIMS = "%0A".join(["Aki nii >= 1", "Chie nyao = 0", "boss = nyao 60%25", "2: boss != nii"])


def example() -> Record:
    return Record.from_toml(files("solver").joinpath("examples", "mid-game.toml").read_text("utf-8"))


def called() -> Record:
    record = replace(example(), first_leader="Chie", turns=())
    return replace(record, turns=(Turn(call=(Meow.NII, Meow.NYAU)),))


def answered() -> Record:
    """The example once its leader, whose record it is, has called and seen all answers."""
    answers: dict[str, Answer] = {"Aki": parse_face("nyaa"), "Chie": parse_face("nyaa"), "Dai": Word.MATCHED}
    return replace(example(), turns=(*example().turns, Turn(call=(Meow.NYAA,) * 3, answers=answers)))


def doubtful() -> Record:
    """The example's third turn with an answer that is possible but improbable."""
    turn = Turn(call=(Meow.NYAO,), answers={"Aki": parse_face("nyaa")})
    return replace(example().up_to(2), turns=(*example().turns[:2], turn))


def expansion() -> Record:
    record = simulate(6, True, 5, seed=6).record(0, Notes(answer_points=0.0))
    return replace(record, turns=(*record.turns[:4], Turn(call=record.turns[4].call)))


def clashing() -> Record:
    record = example()
    return replace(record, turns=(*record.turns, Turn(call=(Meow.NII,), answers={"Aki": parse_face("nyaa")})))


def proven() -> Record:
    return Record.from_toml(files("solver").joinpath("examples", "proven.toml").read_text("utf-8"))


def over() -> Record:
    return replace(example(), result=Result("Ben", parse_kind("nyaa"), parse_face("nyau5")))


def laid_open() -> Record:
    """The example at its end, with a hand that cannot be Aki's."""
    record = over()
    assert record.result
    return replace(record, result=replace(record.result, hands={"Aki": (parse_face("nyao"),) * 9}))


SEATS = "p=A&p=B&p=C&p=D&me=0&lead=1"
SCREENS: dict[str, Callable[[], str]] = {
    "start": lambda: "/?",
    "seating": lambda: "/new?players=7",
    "seating, everything open": lambda: f"/new?{SEATS}&x=1&c=1&c=2&c=3&c=4&n=10-12&target=9&out=3",
    "open": lambda: "/open?",
    "wrong": lambda: "/table?r=b1.nonsense",
    "cards": lambda: f"/cards?{SEATS}&f=nyaa3+nii",
    "cards, all chosen": lambda: f"/cards?{SEATS}&f={'nyaa+' * 10}",
    "cards with expansion": lambda: f"/cards?{SEATS}&x=1&pile=hand&f=nyaa3+nii",
    "turn": lambda: f"/table?r={example().to_line()}",
    "turn with a call": lambda: f"/table?r={called().to_line()}",
    "turn answered": lambda: f"/table?r={answered().to_line()}",
    "turn with the die": lambda: f"/table?r={replace(example(), die=True).to_line()}",
    "turn with expansion": lambda: f"/table?r={expansion().to_line()}",
    "turn with a doubt": lambda: f"/table?ask=a0&r={doubtful().to_line()}",
    "answer": lambda: f"/answer?compare=1&r={example().to_line()}",
    "answer with expansion": lambda: f"/answer?r={expansion().to_line()}",
    "clash": lambda: f"/answer?r={clashing().to_line()}",
    "history": lambda: f"/history?r={example().to_line()}",
    "end": lambda: f"/end?r={example().to_line()}",
    "end of the round": lambda: f"/end?r={over().to_line()}",
    "end with a hand laid open": lambda: f"/end?r={laid_open().to_line()}",
    "a hand laid open": lambda: f"/laid-open?who=0&h=nyao+nii&r={over().to_line()}",
    "why a fact is certain": lambda: f"/why?fact=boss+=+nii&r={proven().to_line()}",
    "where a probability comes from": lambda: f"/why?fact=boss+=+nyao&r={example().to_line()}",
    "where a probability comes from with expansion": lambda: f"/why?fact=boss+=+nyaa&r={expansion().to_line()}",
    "why a hand may not hold a card": lambda: f"/why?fact=Eri+nii+%3E=+1&r={expansion().to_line()}",
    "check": lambda: f"/check?hint=3&c={CLAIMS}&r={example().to_line()}",
    "check, a mistake": lambda: f"/check?c=Zoe&r={example().to_line()}",
    "review": lambda: f"/review?r={over().to_line()}",
    "share": lambda: f"/share?r={example().to_line()}",
    "advice before the call": lambda: f"/advice?r={example().to_line()}",
    "advice before the discard": lambda: f"/advice?r={answered().to_line()}",
    "advice while another leads": lambda: f"/advice?r={called().to_line()}",
    "cover": lambda: f"/cover?r={example().to_line()}",
    "nowhere": lambda: "/nowhere?",
}

# Finger targets: what can be tapped, a field being its label where it lies in one. Those in one fixed or sticky part
# lie over the page, so only neighbours in the same part count. Text links in a sentence are not measured for gaps.
MEASURE = """() => {
  const seen = (e) => e.checkVisibility({ opacityProperty: false }) && !e.closest('.skip, .unseen');
  const all = [...document.querySelectorAll('a, button, input, select, textarea, summary')].filter(seen)
    .filter((e) => e.type !== 'hidden');
  const targets = [...new Set(all.map((e) => e.closest('label') || e))];
  const part = (e) => e.closest('.tabs, .strip, .top, .sticky') || document.body;
  const name = (e) => `${e.tagName} ${e.textContent.trim().slice(0, 20)} ${e.name || ''}`;
  const boxes = targets.map((e) => ({ e, box: e.getBoundingClientRect() }));
  const small = boxes.filter(({ box }) => box.width < 47.5 || box.height < 47.5)
    .map(({ e, box }) => `${name(e)} ${Math.round(box.width)}x${Math.round(box.height)}`);
  const close = [];
  for (const one of boxes) for (const two of boxes) {
    if (one === two || part(one.e) !== part(two.e) || one.e.contains(two.e) || two.e.contains(one.e)) continue;
    const across = Math.max(one.box.left, two.box.left) - Math.min(one.box.right, two.box.right);
    const down = Math.max(one.box.top, two.box.top) - Math.min(one.box.bottom, two.box.bottom);
    const gap = Math.max(across, down);
    if (gap < 7.5) close.push(`${name(one.e)} | ${name(two.e)} ${Math.round(gap)}`);
  }
  const spilt = [...document.querySelectorAll('.pill > span, .button, .pick span, .tabs a, td, .strip-link')]
    .filter(seen).filter((e) => e.scrollWidth > e.clientWidth + 1).map(name);
  // A target hanging out of its panel.
  const out = boxes.filter(({ e, box }) => {
    const panel = e.closest('.panel, .kind')?.getBoundingClientRect();
    return panel && !e.closest('.scroll') && (box.right > panel.right + .5 || box.left < panel.left - .5);
  }).map(({ e }) => name(e));
  return { small, close, spilt, out, wide: document.documentElement.scrollWidth - innerWidth };
}"""

REOPEN = "document.querySelectorAll('.reopen').forEach((box) => { box.checked = true; })"  # answers folded away

FITTING = {"small": [], "close": [], "spilt": [], "out": [], "wide": 0}
PHONES = (360, 375, 390, 412)  # pixels; the narrowest, 320, is measured with everything else

# A Japanese label broken letter by letter stands on more lines than it has words.
LABELS = ".button, .pill > span, .pick span, .tabs a span, th, .card-name, .chip"
BROKEN = """(labels) => [...document.querySelectorAll(labels)]
  .filter((e) => e.checkVisibility() && e.textContent.trim())
  .filter((e) => {
    const range = document.createRange();
    range.selectNodeContents(e);
    const lines = new Set([...range.getClientRects()].map((r) => Math.round(r.top / 8))).size;
    return lines > 3;
  }).map((e) => e.textContent.trim())"""


@pytest.fixture(scope="module", params=[("ja", "light"), ("ja", "dark"), ("en", "light"), ("en", "dark")], ids="-".join)
def page(request: pytest.FixtureRequest, browser: Browser, base_url: str) -> Iterator[Page]:
    lang, scheme = request.param
    options: dict[str, Any] = {"viewport": NARROW, "has_touch": True, "is_mobile": True}
    context = browser.new_context(base_url=base_url, locale=lang, color_scheme=scheme, **options)
    yield context.new_page()
    context.close()


@pytest.mark.parametrize("name", SCREENS)
def test_a_screen_is_accessible_finger_sized_and_narrow(page: Page, name: str):
    page.goto(SCREENS[name]())
    page.evaluate("document.querySelectorAll('details').forEach((details) => { details.open = true; })")
    found = Axe().run(page, options={"runOnly": RULES})
    assert found.response["violations"] == [], found.generate_report()
    assert page.evaluate(MEASURE) == FITTING
    page.evaluate(REOPEN)
    assert page.evaluate(MEASURE) == FITTING
    assert page.evaluate(BROKEN, LABELS) == []


@pytest.mark.parametrize("name", SCREENS)
def test_a_screen_fits_phones_of_every_width(browser: Browser, base_url: str, name: str):
    context = browser.new_context(base_url=base_url, locale="ja", viewport=NARROW, has_touch=True, is_mobile=True)
    page = context.new_page()
    page.goto(SCREENS[name]())
    page.evaluate("document.querySelectorAll('details').forEach((details) => { details.open = true; })")
    for width in PHONES:
        page.set_viewport_size({"width": width, "height": 720})
        assert page.evaluate(MEASURE) == FITTING, width
    context.close()
