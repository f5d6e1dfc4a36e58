"""The page: one player's view of a round in the URL, the boss cat's odds on the screen; and the HTTP API."""

from flask import Flask, Response

MAX_BODY = 256 * 1024  # bytes
MAX_FIELDS = 300

# Everything comes from this server, and nothing stands inline, so that markup in a name could do no harm.
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
}


def create_app() -> Flask:
    """Return the application; it keeps nothing between requests but a bounded cache of solved records."""
    from webui import api, cards, counsel, ending, errors, laid_open, language, pages, seating, turn, why

    app = Flask(__name__)
    app.config.update(
        MAX_CONTENT_LENGTH=MAX_BODY,
        MAX_FORM_MEMORY_SIZE=MAX_BODY,
        MAX_FORM_PARTS=MAX_FIELDS,
        ADVICE_SECONDS=counsel.SECONDS,
    )
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    for blueprint in (pages.bp, seating.bp, cards.bp, turn.bp, ending.bp, laid_open.bp, counsel.bp, why.bp, api.bp):
        app.register_blueprint(blueprint)
    language.teach(app)
    errors.register(app)

    @app.after_request
    def add_headers(response: Response) -> Response:
        for name, value in HEADERS.items():
            response.headers.setdefault(name, value)
        if response.mimetype == "text/html":
            response.headers["Cache-Control"] = "private, no-cache"
            response.vary.add("Accept-Language")
        return response

    return app
