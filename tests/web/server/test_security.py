"""Security headers of every response, and requests that are rejected before they reach a page."""

import pytest

from duo.web.server import security
from duo.web.server.security import MAX_BODY_BYTES, RateLimiter


def test_every_answer_forbids_inline_script_and_framing(site):
    for path in ("/", "/nothing", "/static/style.css"):
        headers = site.visitor().get(path).headers
        policy = headers["content-security-policy"]
        assert "script-src 'self'" in policy
        assert "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "same-origin"


def test_a_page_has_no_inline_script_or_style(site):
    page = site.visitor().get("/").text
    assert "<script>" not in page
    assert " style=" not in page
    assert "javascript:" not in page


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://127.0.0.1.evil.example", "http://["])
def test_a_form_from_another_site_is_turned_away(site, origin):
    answer = site.visitor().post("/games", headers={"Origin": origin})
    assert answer.status_code == 403


def test_a_form_of_a_browser_that_tells_no_origin_is_turned_away(site):
    browser = site.program()
    assert browser.post("/games", headers={"Sec-Fetch-Site": "cross-site"}).status_code == 403
    browser.cookies.set("duo", "somebody")
    assert browser.post("/games").status_code == 403


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example", "[", ""])
def test_a_server_for_this_machine_answers_by_no_other_name(site, host):
    assert site.visitor().get("/", headers={"Host": host}).status_code == 421


def test_cookies_are_for_this_site_alone_and_hidden_from_scripts(site):
    visitor = site.visitor()
    visitor.cookies.clear()
    cookie = visitor.post("/games", headers={"Origin": "http://127.0.0.1"}).headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie


def test_more_than_any_form_has_is_refused(site):
    answer = site.visitor().post(
        "/games", data={"words": "x" * (MAX_BODY_BYTES + 1)}, headers={"Origin": "http://127.0.0.1"}
    )
    assert answer.status_code == 413


def test_who_hurries_too_much_waits():
    now = 0.0
    rates = RateLimiter(burst=3, rate=1, clock=lambda: now)
    assert [rates.allow_request("a") for _ in range(4)] == [True, True, True, False]
    assert rates.allow_request("b")
    now = 1.5
    assert [rates.allow_request("a") for _ in range(2)] == [True, False]


def test_limits_are_on_when_others_are_served(public_site, monkeypatch):
    monkeypatch.setattr(
        security, "_REQUESTS_PER_SECOND", 0.0
    )  # on a slow machine the bucket would fill between two requests
    visitor = public_site.visitor()
    statuses = {visitor.get("/help").status_code for _ in range(130)}
    assert 429 in statuses
