"""A round walked through the page as a player would: taps on what is in sight, checked against what ``solve`` says."""

from urllib.parse import parse_qs, urlsplit

from msgspec.structs import replace
from playwright.sync_api import Page, expect

from solver import Record, solve
from solver.game.cards import POINTS, Face
from solver.record.schema import Turn
from solver.wording import percent


def record_of(url: str) -> Record | None:
    """Return the record in an address, None where there is none."""
    line = parse_qs(urlsplit(url).query).get("r")
    return Record.from_line(line[0]) if line else None


class Walker:
    """Taps a record into the page, and counts the taps."""

    def __init__(self, page: Page, record: Record) -> None:
        self.page, self.record, self.taps = page, record, 0

    def tap(self, selector: str) -> None:
        self.page.locator(selector).click()
        self.taps += 1

    def set_up(self) -> None:
        """Walk from the start to the table: seats, face-up cards, hand."""
        page, record = self.page, self.record
        page.goto("/")
        page.locator(f'a[href^="/new?players={len(record.seats)}"]').first.click()
        for place, name in enumerate(record.seats):
            page.locator('input[name="p"]').nth(place).fill(name)
        self.tap(f'input[name="me"][value="{record.seats.index(record.me)}"]')
        self.tap(f'input[name="lead"][value="{record.seats.index(record.first_leader)}"]')
        if record.expansion:
            self.tap('input[name="x"]')
        if len(record.players) == 3:
            page.locator("#n").select_option(f"{record.setup.face_up}-{record.setup.hand}")
        self.tap("main form .primary")
        self.choose(record.face_up)
        self.tap('.sticky button[value="hand"]')
        expect(page.locator('.actions button[value="done"]')).to_be_visible()
        self.choose(record.hand)
        self.tap('.sticky button[value="done"]')
        expect(page.locator("#call")).to_be_visible()

    def choose(self, cards: tuple[Face, ...]) -> None:
        """Tap the cards of one pile, each with its points where they are noted."""
        expect(self.page.locator(".count b")).to_have_text("0")
        for number, face in enumerate(cards, 1):
            self.tap(f'button[value="add-{face}"]')
            expect(self.page.locator(".count b")).to_have_text(str(number))

    def answer(self, turn: Turn, field: str, face: object, *, exact: bool) -> None:
        """Tap an answer or a discard; ``exact`` where the button is a card of my own hand, points and all."""
        value = str(face) if exact or not isinstance(face, Face) else str(face.kind)
        slug = "missed" if value == "?" else value.replace("/", "-")
        button = self.page.locator(f"#{field}-{slug}")
        if not button.is_visible():
            self.tap(f".answer-row:has(#{field}-{slug}) summary")
        button.check(force=True)
        self.taps += 1
        if isinstance(face, Face) and face.points and not face.kind.is_double and not exact:
            self.page.locator(f"#{field}p-{face.points}").check(force=True)
            self.taps += 1

    def play(self, number: int) -> None:
        """Tap in turn ``number`` of the record, and check the odds shown afterwards."""
        record, turn = self.record, self.record.turns[number - 1]
        leading = record.leader(number) == record.me
        for place, meow in enumerate(turn.call or (), 1):
            self.tap(f"#add-{meow}")
            expect(self.page.locator(".called .chip")).to_have_count(place)
        for player, given in turn.answers.items():
            field = f"a{record.players.index(player)}"
            if player != record.me:
                self.answer(turn, field, given, exact=False)
            elif isinstance(given, Face) and self.page.locator(f'input[name="{field}"]').count():
                values = [str(given.kind), *(f"{given.kind}{points}" for points in POINTS)]
                mine = ", ".join(f'input[name="{field}"][value="{value}"]' for value in values)
                self.page.locator(mine).first.check(force=True)
                self.taps += 1
        self.answer(turn, "d", turn.discard, exact=leading)
        self.tap("#done")
        expect(self.page.locator("#call .chip")).to_have_count(0)
        entered = record_of(self.page.url)
        assert entered is not None
        assert without_mine(entered) == without_mine(record.up_to(number))
        self.check_odds(entered)

    def check_odds(self, record: Record) -> None:
        """Check that the answer in sight is what ``solve`` says."""
        found = solve(record)
        shown = [percent(chance.p) for chance in found.boss[:3]]
        expect(self.page.locator(".strip-kind b")).to_have_text(shown)

    def end(self, by: str, guess: Face, boss: Face) -> None:
        """Tap in how the round ended."""
        self.tap('.tabs a[href^="/end"]')
        self.page.locator(f"#by-{self.record.players.index(by)}").check(force=True)
        self.page.locator(f"#guess-{str(guess.kind).replace('/', '-')}").check(force=True)
        self.page.locator(f"#boss-{str(boss.kind).replace('/', '-')}").check(force=True)
        if not boss.kind.is_double:
            self.page.locator(f"#points-{boss.points}").check(force=True)
        self.tap("main form .primary")
        expect(self.page.locator("#outcome")).to_be_visible()


def without_mine(record: Record) -> Record:
    """Return the record without my own answers: the page notes those that my hand leaves no choice about."""
    answers = ({name: given for name, given in turn.answers.items() if name != record.me} for turn in record.turns)
    return replace(
        record, turns=tuple(replace(t, answers=a) for t, a in zip(record.turns, answers, strict=True)), result=None
    )
