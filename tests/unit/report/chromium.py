"""Drives headless Chromium by its own protocol over two pipes: real keys and clicks, as a reader gives them."""
import json
import os
import shutil
import subprocess
import time

KEYS = {"/": ("Slash", 191), "Enter": ("Enter", 13), "Tab": ("Tab", 9), " ": ("Space", 32)}


NAMES = ("chromium", "chromium-headless-shell", "chromium-browser", "google-chrome")


def browser():
    return next(filter(None, map(shutil.which, NAMES)), None)


class Page:
    def __init__(self, program, profile, width=1280, dark=False, script=True):
        to_read, self.write = os.pipe()
        self.read, to_write = os.pipe()
        for fd in (to_read, to_write):
            os.set_inheritable(fd, True)
        command = ["sh", "-c", 'exec "$0" "$@" 3<&%d 4>&%d' % (to_read, to_write), program, "--headless", "--no-sandbox",
                   "--disable-gpu", "--remote-debugging-pipe", "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
                   "--user-data-dir=" + profile, "about:blank"]
        self.process = subprocess.Popen(command, close_fds=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(to_read)
        os.close(to_write)
        self.number, self.buffer, self.session, self.events = 0, b"", None, []
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network", "Accessibility"):
            self.call(domain + ".enable")
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1, mobile=False)
        self.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])
        self.call("Emulation.setScriptExecutionDisabled", value=not script)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        os.close(self.read)
        os.close(self.write)

    def message(self):
        while b"\0" not in self.buffer:
            chunk = os.read(self.read, 1 << 20)
            if not chunk:
                raise RuntimeError("Chromium ended")
            self.buffer += chunk
        text, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(text)

    def call(self, method, **params):
        self.number += 1
        request = {"id": self.number, "method": method, "params": params}
        if self.session:
            request["sessionId"] = self.session
        os.write(self.write, json.dumps(request).encode() + b"\0")
        while True:
            answer = self.message()
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise RuntimeError("%s: %s" % (method, answer["error"]))
                return answer["result"]
            self.events.append(answer)

    def open(self, url):
        """Loads the page; seconds until it is drawn."""
        self.events.clear()
        begin = time.monotonic()
        self.call("Page.navigate", url=url)
        while not any(event["method"] == "Page.loadEventFired" for event in self.events):
            self.events.append(self.message())
        self.call("Page.captureScreenshot")
        return time.monotonic() - begin

    def ask(self, expression):
        result = self.call("Runtime.evaluate", expression=expression, returnByValue=True)
        if "exceptionDetails" in result:
            raise RuntimeError("%s: %s" % (expression, result["exceptionDetails"]))
        return result["result"].get("value")

    def becomes(self, expression, seconds=20):
        """Whether the expression is true within so many seconds: for what the browser does in its own time."""
        end = time.monotonic() + seconds
        while not self.ask(expression):
            if time.monotonic() > end:
                return False
            time.sleep(0.02)
        return True

    def click(self, selector):
        place = self.ask("(() => { const e = document.querySelector(%s); e.scrollIntoView({block: 'center'}); const r = "
                         "e.getBoundingClientRect(); return [r.left + Math.min(r.width, 40) / 2, r.top + Math.min(r.height, 20) / 2]; })()"
                         % json.dumps(selector))
        for kind in ("mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", type=kind, x=place[0], y=place[1], button="left", clickCount=1)

    def key(self, key):
        code, number = KEYS[key]
        text = {"Enter": "\r", "Tab": ""}.get(key, key)
        for kind in ("keyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", type=kind, key=key, code=code, windowsVirtualKeyCode=number,
                      **({"text": text} if kind == "keyDown" and text else {}))

    def type(self, text):
        self.call("Input.insertText", text=text)

    def complaints(self):
        """What the console says, and what was fetched beside the page."""
        self.ask("0") if self.process.poll() is None else None
        out = []
        for event in self.events:
            if event["method"] == "Runtime.exceptionThrown":
                out.append("exception: %s" % event["params"]["exceptionDetails"].get("text"))
            if event["method"] == "Log.entryAdded":
                out.append("console: %s" % event["params"]["entry"]["text"])
            if event["method"] == "Network.requestWillBeSent" and event["params"].get("type") != "Document":
                out.append("fetched: %s" % event["params"]["request"]["url"][:80])
        return out
