"""What a page says, read from its HTML without a browser."""

import html
import re
from urllib.parse import parse_qs, urlsplit

from werkzeug.test import TestResponse

from solver import Record


def words(page: str) -> str:
    """Return the text of a page, its markup taken out and spaces folded."""
    return re.sub(r"\s+", " ", html.unescape(re.sub(r"<(?:script|style).*?</.*?>|<[^>]*>", " ", page, flags=re.DOTALL)))


def location(response: TestResponse) -> str:
    """Return where a redirect leads, without the host."""
    assert response.status_code == 303, words(response.text)
    parts = urlsplit(response.location)
    return f"{parts.path}?{parts.query}"


def record_at(address: str) -> Record:
    """Return the record that an address carries."""
    return Record.from_line(parse_qs(urlsplit(address).query)["r"][0])
