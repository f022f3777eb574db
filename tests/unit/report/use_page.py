#!/usr/bin/env python3
"""Uses the HTML report in headless Chromium as a reader would, with keys and clicks: search, filter, sort, expand, one
JVM's findings, links; without a script; as a screen reader gets it; and a report of 50 JVMs and 10,000 sites.

usage: use_page.py UNIT_TEST_BINARY
Exit status 77 when there is no Chromium.
"""
import base64
import hashlib
import re
import sys
import tempfile

from check_page import pages
from chromium import Page, browser

SHOWN = "[...document.querySelectorAll('#findings-0 > .finding')].filter(e => e.offsetHeight > 0).map(e => e.id)"
MOST_TIMES = 10  # three as a rule
FAILURES = []


def expect(what, seen, wanted=True):
    if seen != wanted:
        FAILURES.append("%s: %r, wanted %r" % (what, seen, wanted))


def script_hash(page):
    """The policy must let the page's script run, and nothing else."""
    text = page.read_text(encoding="utf-8")
    script = re.search(r"<script>(.*?)</script>", text, re.S).group(1)
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    expect(page.stem + ": hash of the script in the policy", "'sha256-%s'" % digest in text)


def use(page):
    expect("all findings are shown", len(page.ask(SHOWN)), 60)
    page.key("/")
    expect("the key / goes to the search", page.ask("document.activeElement.name"), "q")
    page.type("handler17 ")
    expect("search", page.ask(SHOWN), ["f0-17"])
    expect("what a screen reader is told", page.ask("document.querySelector('.tools output').textContent"), "1 of 60 shown")
    page.ask("document.activeElement.select()")
    page.type(" ")
    choose = "(() => { const s = document.querySelector('.tools [name=%s]'); s.value = '%s'; " \
             "s.dispatchEvent(new Event('input', {bubbles: true})); })()"
    page.ask(choose % ("kind", "idle"))
    expect("filter by kind", page.ask(SHOWN), ["f0-%d" % n for n in range(3, 61, 3)])
    page.ask(choose % ("kind", ""))
    page.ask(choose % ("sort", "name"))
    expect("sort by name", page.ask(SHOWN)[:2] != ["f0-1", "f0-2"])
    page.ask(choose % ("sort", "rank"))
    expect("sort by rank", page.ask(SHOWN)[:3], ["f0-1", "f0-2", "f0-3"])
    page.click("th button[data-jvm='49']")
    mine = page.ask("[...document.querySelectorAll('#findings-0 > .finding')].filter(e => "
                    "e.dataset.jvms.split(' ').includes('49')).map(e => e.id)")
    expect("one JVM's findings, by a click", page.ask(SHOWN), mine)
    expect("the JVM's button is pressed", page.ask("document.querySelector('th button[data-jvm=\"49\"]').ariaPressed"), "true")
    page.click("th button[data-jvm='49']")
    expect("and all again", len(page.ask(SHOWN)), 60)
    page.click(".tools [name=open]")
    expect("expand", page.ask("document.querySelectorAll('#findings-0 > [open]').length"), 60)
    page.click(".tools [name=close]")
    expect("collapse", page.ask("document.querySelectorAll('#findings-0 > [open]').length"), 0)
    page.ask("document.querySelector('#f0-5 summary').focus()")
    page.key("Enter")
    expect("a finding opens by a key", page.ask("document.querySelector('#f0-5').open"))
    page.click("#f0-5 a[href='#s0-5']")
    # The browser follows a link after the click has been answered.
    expect("a link opens the site", page.becomes("document.querySelector('#s0-5').open"))
    page.ask("document.querySelector('.all').parentElement.open = true")
    page.ask("(() => { const q = document.querySelector('form[data-list=sites-0] [name=q]'); q.focus(); })()")
    page.type("handler9999.")
    expect("search among all sites", page.ask("document.querySelector('form[data-list=sites-0] output').textContent"),
           "1 of 10000 shown")


def read_aloud(page, wanted):
    """Every control has a name, and what is wanted is there."""
    nodes = page.call("Accessibility.getFullAXTree")["nodes"]
    for node in nodes:
        role, name = node.get("role", {}).get("value"), node.get("name", {}).get("value")
        if role in ("button", "searchbox", "combobox", "link", "image", "region") and not node.get("ignored") and not name:
            FAILURES.append("a %s without a name" % role)
    roles = [node.get("role", {}).get("value") for node in nodes if not node.get("ignored")]
    for role in wanted:
        expect("there is a %s" % role, role in roles)


def main(binary):
    chromium = browser()
    with tempfile.TemporaryDirectory() as directory:
        written = {page.stem: page for page in pages(binary, directory)}
        for page in written.values():
            script_hash(page)
        if not chromium:
            print("\n".join(FAILURES) or "SKIPPED: no chromium (apt-get install chromium-headless-shell); the page was not used")
            return 1 if FAILURES else 77
        large = written["large"].as_uri()
        with Page(chromium, directory + "/profile") as page:
            page.open(written["full"].as_uri())
            read_aloud(page, ("main", "heading", "rowheader", "columnheader", "image"))
            # A small page is drawn beside it each time: on a busy machine both take longer.
            pairs = [(page.open(large), page.open(written["full"].as_uri())) for _ in range(5)]
            page.open(large)
            times = min(a / b for a, b in pairs)
            expect("a large page is drawn in %.1f times the time of a small one" % times, times < MOST_TIMES)
            read_aloud(page, ("search", "searchbox", "combobox", "status", "button", "region"))
            use(page)
            expect("complaints", page.complaints(), [])
            page.open(written["hostile"].as_uri())
            page.click("th button[data-jvm='2']")
            expect("a string of the program ran", page.ask("!!window.evil"), False)
            expect("complaints of the hostile page", page.complaints(), [])
        with Page(chromium, directory + "/plain", script=False) as page:
            page.open(large)
            tree = page.call("Accessibility.getFullAXTree")["nodes"]
            names = " ".join(node["name"]["value"] for node in tree if node.get("name", {}).get("value"))
            for text in ("leak: static field com.acme.service.orders.Handler1.pool", "If you fix this", "VSO over units of work",
                         "executor-50"):
                expect("without a script there is %r" % text, text in names)
            expect("without a script there is no control that does nothing",
                   [n for n in tree if n.get("role", {}).get("value") == "searchbox" and not n.get("ignored")], [])
        print("\n".join(FAILURES) or "the page does what it is asked; the large one takes %.1f times a small one" % times)
    return 1 if FAILURES else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
