"""A client of the emulator's control API. Run: npx emulator exec -- python3 -m pytest

In an IDE, run npx emulator start, and give the tests its address as PLATFORM_BASE_URL.
"""

import datetime
import hashlib
import json
import os
import pathlib
import re
import urllib.error
import urllib.parse
import urllib.request
import uuid
import zlib

__tracebackhide__ = True  # pytest shows the line of the test instead


class EmulatorError(Exception):
    """A refusal of the control API. Its message says what was expected, what came and what to do."""

    def __init__(self, status, body):
        try:
            message = json.loads(body)["error"]["message"]
        except (ValueError, KeyError, TypeError):
            message = f"PLATFORM_BASE_URL leads to no emulator with a control API, which answered {body[:200]!r}"
        super().__init__(f"{status}: {message}")
        self.status = status
        self.body = body


def world_name(text):
    """A valid name of a world, made from any text. Each run makes the same names, as emulator replay requires."""
    if re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}", text):
        return text
    words = re.sub(r"[^A-Za-z0-9]+", "-", text).strip("-")
    return f"{words[:60]}-{zlib.crc32(text.encode()):08x}".lstrip("-")


def query_text(name, value):
    """A value in the form of a query parameter of the control API."""
    if value is None or isinstance(value, bool):
        return json.dumps(value)
    if isinstance(value, (str, int, float)):
        return value
    raise TypeError(f"{name} takes a string, a number, True, False or None; got {value!r}")


def request_line(entry):
    """A request of the journal on one line, with the reason of a refusal."""
    values = urllib.parse.unquote_plus(urllib.parse.urlencode(entry["query"], doseq=True))
    target = entry["path"] + (f"?{values}" if values else "")
    reason = f": {entry['refusal']['message']}" if entry["refusal"] else ""
    operation = entry["operation"] or "no operation"
    return f"#{entry['index']} {entry['method']} {target} ({operation}) {entry['status'] or 'no answer'}{reason}"


def unread_line(part):
    """A part of a request that no endpoint reads, with the name that was probably meant."""
    name = part["kind"] if part["kind"] == "body" else f"{part['kind']} {json.dumps(part['name'])}"
    guess = f" (did you mean {part['nearest']}?)" if part["nearest"] else ""
    return f"No endpoint reads the {name} of {part['request'].split(' ')[0]}{guess}."


class World:
    """An isolated world: data, clock, faults and requests. Clients reach it at base_url."""

    def __init__(self, name=None, root=None):
        root = root or os.environ.get("PLATFORM_BASE_URL")
        if root is None:
            raise RuntimeError("PLATFORM_BASE_URL is not set. Run: npx emulator exec -- python3 -m pytest")
        self.root = root.rstrip("/")
        self.name = world_name(name or f"test-{uuid.uuid4().hex[:12]}")
        self.base_url = f"{self.root}/~{self.name}"
        # The emulator is never behind a proxy.
        self.opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        self.control("PUT", f"/worlds/{self.name}")
        known = {entry["kind"]: entry for entry in self.control("GET", "/credentials")["data"]}

        def credential(variable, kind, member="secret"):
            # The control API adds ~ and the name of the world, which base_url already has.
            return os.environ.get(variable) or (known.get(kind, {}).get(member) or "").partition("~")[0]

        self.token = credential("PLATFORM_TOKEN", "personalAccessToken")
        self.client_id = credential("PLATFORM_CLIENT_ID", "oauthClient", "name")
        self.client_secret = credential("PLATFORM_CLIENT_SECRET", "oauthClient")
        self.integration_token = credential("PLATFORM_INTEGRATION_TOKEN", "integrationToken")
        self.api_key = credential("PLATFORM_API_KEY", "apiKey")
        self.dsn = credential("PLATFORM_DSN", "dsn")

    def close(self):
        """Ends the world."""
        self.control("DELETE", f"/worlds/{self.name}")

    def reset(self):
        """Restores the data, clock and faults of a new world."""
        self.control("POST", "/reset")

    def snapshot(self):
        """The data, ids and time of this world, to restore later."""
        return self.control("GET", "/snapshot")

    def restore(self, snapshot):
        self.control("PUT", "/snapshot", snapshot)

    # The clock: "8d" or a timedelta is a duration, "2026-01-01T00:00:00Z" or a datetime a time.

    def now(self):
        return self.control("GET", "/clock")["now"]

    def advance(self, duration):
        if isinstance(duration, datetime.timedelta):
            duration = round(duration.total_seconds() * 1000)
        return self.control("POST", "/clock", {"advance": duration})

    def set_time(self, time):
        if isinstance(time, datetime.datetime):
            time = time.astimezone(datetime.timezone.utc).isoformat()
        return self.control("POST", "/clock", {"set": time})

    def freeze(self, frozen=True):
        return self.control("POST", "/clock", {"frozen": frozen})

    # Faults and scenarios: `npx emulator list faults` and `list scenarios` print them.

    def fault(self, **fault):
        """Adds a fault, such as fault(operation="environments.list", status=503, times=2), or a stub with body=..."""
        self.control("POST", "/faults", fault)

    def faults(self):
        """The pending faults."""
        return self.control("GET", "/faults")

    def clear_faults(self):
        self.control("DELETE", "/faults")

    def scenarios(self, *names):
        """Plays exactly these scenarios from now on, such as scenarios("short-pages")."""
        self.control("PUT", "/scenarios", list(names))

    # Deviations and conventions apply to every world, so no other test may run at the same time.

    def deviations(self, *names):
        """Activates exactly these deviations from now on, such as deviations("filters-or-combined")."""
        self.control("PUT", "/deviations", list(names))

    def conventions(self, **changes):
        """Changes what the specification leaves open, such as conventions(errorBody="problem")."""
        self.control("PUT", "/conventions", changes)

    def reset_conventions(self):
        self.control("DELETE", "/conventions")

    # The journal: what the client sent.

    def requests(self, **query):
        """The requests of this world, such as requests(operation="environments.list", status=200)."""
        return self.control("GET", "/requests", query=query)["requests"]

    def one(self, **query):
        """The only matching request; an AssertionError if there are none or several."""
        found = self.requests(**query)
        sent = ", ".join(f"{entry['method']} {entry['path']}" for entry in self.requests()) or "none"
        assert len(found) == 1, f"expected one request with {query}; got {len(found)}. Requests so far: {sent}"
        return found[0]

    def unread(self):
        """Parameters and body members that no endpoint read, such as misspelt filters: assert not world.unread()."""
        return self.control("GET", "/requests")["unread"]

    def requests_text(self):
        """The latest requests and their parts that no endpoint read, as a failed test shows them."""
        journal = self.control("GET", "/requests", query={"limit": 10})
        if not journal["requests"]:
            return "The emulator received no requests in this world. Give world.base_url to the client."
        return "\n".join([*map(request_line, journal["requests"]), *map(unread_line, journal["unread"][-10:])])

    def keep_case(self, test, directory=".emulator/cases"):
        """Saves a case of this world in a new file of a directory, which keeps the newest ten. Returns how to open it."""
        try:
            content = self.send("GET", "/case", query={"world": self.name})
            folder = pathlib.Path(directory)
            if folder.is_symlink() or folder.parent.is_symlink():
                raise OSError("it is a symbolic link")
            folder.mkdir(parents=True, exist_ok=True)
            (folder / ".gitignore").write_text("*\n")
            now = datetime.datetime.now(datetime.timezone.utc)
            time = now.strftime("%Y%m%dT%H%M%S") + f"{now.microsecond // 1000:03}Z"
            words = re.sub(r"[^a-z0-9]+", "-", test.lower()).strip("-")[-60:].strip("-")
            path = folder / f"{time}-{words}-{hashlib.sha256(content).hexdigest()[:8]}.case.gz"
            path.write_bytes(content)
            for older in sorted(folder.glob("[0-9]*Z-*.case.gz"))[:-10]:
                if hashlib.sha256(older.read_bytes()).hexdigest()[:8] == older.name.split(".")[0][-8:]:
                    older.unlink(missing_ok=True)
            return f"Open this failure again: npx emulator replay {path}"
        except (EmulatorError, OSError) as error:
            return f"The case of this failure cannot be written to {directory}: {error}"

    def clear_requests(self):
        self.control("DELETE", "/requests")

    # Data: collections such as "projects" and "catalog_products".

    def find(self, collection, **where):
        """The records with these members, newest first. It refuses a name or a value that no record can have."""
        return self.control("GET", f"/data/{collection}", query=where)["data"]

    def get(self, collection, id):
        return self.control("GET", f"/data/{collection}/{id}")

    def insert(self, collection, **members):
        return self.control("POST", f"/data/{collection}", members)

    def update(self, collection, id, **changes):
        return self.control("PUT", f"/data/{collection}/{id}", changes)

    def remove(self, collection, id):
        self.control("DELETE", f"/data/{collection}/{id}")

    def remove_all(self, collection):
        self.control("DELETE", f"/data/{collection}")

    def control(self, method, path, body=None, query=None):
        """Calls the control API for this world. GET /_emulator/ lists its endpoints."""
        text = self.send(method, path, body, query)
        return json.loads(text) if text else None

    def send(self, method, path, body=None, query=None):
        """The bytes that the control API answers for this world."""
        url = f"{self.root}/_emulator{path}"
        if query:
            url += "?" + urllib.parse.urlencode({name: query_text(name, value) for name, value in query.items()})
        headers = {"content-type": "application/json", "x-emulator-world": self.name}
        if "PLATFORM_CONTROL_TOKEN" in os.environ:
            headers["authorization"] = f"Bearer {os.environ['PLATFORM_CONTROL_TOKEN']}"
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(url, data, headers, method=method)
        try:
            with self.opener.open(request) as response:
                return response.read()
        except urllib.error.HTTPError as error:
            raise EmulatorError(error.code, error.read().decode()) from None
