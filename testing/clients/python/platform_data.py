"""A careful client of the Platform Data API, with the standard library alone."""

import base64
import email.utils
import http.client
import json
import re
import threading
import time
from urllib.parse import quote, urlencode, urljoin, urlsplit

MOST_ATTEMPTS = 4
MOST_REDIRECTS = 5
LONGEST_WAIT = 30
TIMEOUT = 30

# What the specification leaves open. An SDK speaks one dialect; this one is told which.
DEFAULTS = {
    "listEnvelope": "data",
    "legacyListEnvelope": "array",
    "legacyProjects": "list",
    "objectEnvelope": "bare",
    "unauthenticatedStatus": 401,
    "accessTokensPath": "/access-tokens",
    "secretName": "token",
    "stateCodeName": "state",
    "capabilities": "commands",
    "versions": ["1.13"],
}


class PlatformError(Exception):
    """What went wrong with a request."""

    def __init__(self, kind, message, status=None):
        super().__init__(message)
        self.kind = kind
        self.status = status


class Answer:
    def __init__(self, url, status, headers, text):
        self.url, self.status, self.headers, self.text = url, status, headers, text

    def json(self):
        try:
            return json.loads(self.text)
        except ValueError:
            raise PlatformError("unreadable", f"{self.url} was answered with no JSON", self.status) from None

    def accepted(self):
        if 200 <= self.status < 300:
            return self
        raise PlatformError("refused", f"{self.url} was answered with {self.status}: {self.text[:200]}", self.status)


class Wire:
    """Sends requests, and sends them again where that can do no harm."""

    def __init__(self, base_url, sleep=time.sleep):
        self.base_url = base_url.rstrip("/")
        self.sleep = sleep
        self._connection = None

    def address(self, path_below, /, **query):
        given = {name: value for name, value in query.items() if value is not None}
        return f"{self.base_url}{path_below}" + (f"?{urlencode(given, quote_via=quote)}" if given else "")

    def within_service(self, url):
        if urlsplit(url)[:2] != urlsplit(self.base_url)[:2]:
            raise PlatformError("foreign-address", f"The service led to another origin: {url}")
        return url

    def send(self, method, url, headers, body=None):
        for attempt in range(1, MOST_ATTEMPTS + 1):
            last = attempt == MOST_ATTEMPTS
            answer = None
            try:
                answer = self._exchange(method, url, headers, body)
            except (OSError, http.client.HTTPException) as error:
                if last or method != "GET":
                    raise PlatformError("connection", f"{method} {url} had no answer: {error!r}") from None
            if answer and (last or not self._is_transient(method, answer)):
                return answer
            self.sleep(self._wait(attempt, answer))

    @staticmethod
    def _is_transient(method, answer):
        return answer.status == 429 or (answer.status >= 500 and method == "GET")

    @staticmethod
    def _wait(attempt, answer):
        value = (answer.headers.get("retry-after") or "").strip() if answer else ""
        wait = 0.1 * 2**attempt
        if value.isdigit():
            wait = int(value)
        elif value:
            # The clocks of client and service may differ, so the date is compared with that of the answer.
            until, now = (email.utils.parsedate_tz(text) for text in (value, answer.headers.get("date") or ""))
            if until and now:
                wait = max(0, email.utils.mktime_tz(until) - email.utils.mktime_tz(now))
        return min(wait, LONGEST_WAIT)

    def _exchange(self, method, url, headers, body):
        for _ in range(MOST_REDIRECTS + 1):
            status, received, text = self._request(method, url, headers, body)
            location = received.get("location")
            followed = (301, 302, 307, 308) if method == "GET" else (307, 308)
            if status not in followed or not location:
                return Answer(url, status, received, text)
            url = self.within_service(urljoin(url, location))
        raise PlatformError("redirects", f"{url} redirects more than {MOST_REDIRECTS} times")

    def _request(self, method, url, headers, body):
        parts = urlsplit(url)
        kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
        fresh = self._connection is None
        if fresh:
            self._connection = kind(parts.netloc, timeout=TIMEOUT)
        target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        try:
            self._connection.request(method, target, body, headers)
            response = self._connection.getresponse()
            text = response.read().decode("utf-8", "replace")
        except (OSError, http.client.HTTPException) as error:
            self._connection.close()
            self._connection = None
            # A server may close an idle connection just when it is used again.
            if not fresh and method == "GET" and isinstance(error, http.client.RemoteDisconnected):
                return self._request(method, url, headers, body)
            raise
        return response.status, response.headers, text


class Tokens(Wire):
    """Gets access tokens, keeps them, and gets new ones when they expire (clause 5.2)."""

    def __init__(self, base_url, client_id, client_secret, dialect=None, sleep=time.sleep):
        super().__init__(base_url, sleep)
        self.client = {"client_id": client_id, "client_secret": client_secret}
        self.dialect = {**DEFAULTS, **(dialect or {})}
        self._lock = threading.Lock()
        self._token = None
        self._refresh_token = None

    def token(self, refused=None):
        """The access token, or the next one after one that was refused. One thread gets it for all."""
        with self._lock:
            if self._token is None or self._token == refused:
                self._token = self._new_token()
            return self._token

    def _new_token(self):
        answer = None
        if self._refresh_token is not None:
            answer = self._ask(grant_type="refresh_token", refresh_token=self._refresh_token)
            if answer.status in (400, 401, self.dialect["unauthenticatedStatus"]):
                self._refresh_token = answer = None
        if answer is None:
            answer = self._ask(grant_type="client_credentials")
        tokens = members_of(answer.accepted().json())
        self._refresh_token = tokens.get("refresh_token") or self._refresh_token
        return text_of(tokens, "access_token")

    def _ask(self, **form):
        headers = {"Content-Type": "application/x-www-form-urlencoded", "Accept": "application/json"}
        return self.send("POST", self.address("/oauth/token"), headers, urlencode({**form, **self.client}))

    def call(self, method, url, body=None):
        token = self.token()
        answer = self.authorized(f"Bearer {token}", method, url, body)
        if answer.status == self.dialect["unauthenticatedStatus"]:
            answer = self.authorized(f"Bearer {self.token(refused=token)}", method, url, body)
        return answer.accepted()

    def authorized(self, authorization, method, url, body=None):
        headers = {"Authorization": authorization, "Accept": "application/json"}
        if body is None:
            return self.send(method, url, headers)
        return self.send(method, url, {**headers, "Content-Type": "application/json"}, json.dumps(body).encode())


class PlatformData(Tokens):
    """The operations of the API."""

    def environments(self, secret=None):
        url = self.address(self._versioned("/environments"))
        answer = self.authorized(f"Bearer {secret}", "GET", url).accepted() if secret else self.call("GET", url)
        return self._page(answer, "environments")[0]

    def walk_products(self, catalog_id, page_size=None, **filters):
        ids, cursor = [], None
        while True:
            url = self.address(self._products(catalog_id), **filters, limit=page_size, starting_after=cursor)
            page, more = self._page(self.call("GET", url), "products")
            ids += page
            if not more or not page:
                return ids
            cursor = moved(cursor, page[-1])

    def walk_products_back(self, catalog_id, start):
        ids, cursor = [], start
        while True:
            page, more = self._page(
                self.call("GET", self.address(self._products(catalog_id), ending_before=cursor)), "products"
            )
            ids = page + ids
            if not more or not page:
                return ids
            cursor = moved(cursor, page[0])

    def configuration(self, scope_id, path):
        url = self.address(self._versioned(f"/configurations/{segment(scope_id)}"), path=path)
        return self._object(self.call("GET", url), "configuration")

    def create_access_token(self, name, scopes, expires_at):
        body = {"name": name, "scopes": scopes, "expires_at": expires_at}
        created = self._object(self.call("POST", self.address(self.dialect["accessTokensPath"]), body), "access_token")
        return {"id": text_of(created, "id"), "secret": text_of(created, self.dialect["secretName"])}

    def rename_access_token(self, token_id, name):
        return text_of(self._object(self.call("POST", self._access_token(token_id), {"name": name}), "access_token"), "name")

    def revoke_access_token(self, token_id):
        self.call("DELETE", self._access_token(token_id))

    def connect_url(self, adapter):
        path = f"/app/{segment(adapter)}"
        state = text_of(self.call("POST", self.address(f"{path}/prepare-connect")).json(), self.dialect["stateCodeName"])
        return self.address(f"{path}/connect", prepare_state=state)

    def invoke(self, connection_id, command, body):
        return self.call("POST", self.address(f"/services/{segment(connection_id)}/{segment(command)}"), body).json()

    def capabilities(self, connection_id):
        body = self.call("GET", self.address(f"/services/{segment(connection_id)}/capabilities")).json()
        if self.dialect["capabilities"] == "map":
            return list(members_of(body))
        return [text_of(command, "name") for command in list_of(members_of(body).get("commands"))]

    def projects(self, authorization):
        body = self.authorized(authorization, "GET", self.address("/0/projects/")).accepted().json()
        if isinstance(body, dict) and self.dialect["legacyProjects"] == "object":
            return [text_of(body, "id")]
        return ids_of(body)

    def walk_groups(self, project_id):
        return self._walk_links(self.address(f"/0/projects/{segment(project_id)}/groups/"))

    def walk_events(self, issue_id):
        return self._walk_links(self._events(issue_id))

    def poll_events(self, issue_id, after):
        return self._walk_links(self._next(after, self._events(issue_id))[0])

    def _walk_links(self, url):
        ids, asked = [], set()
        while True:
            if url in asked:
                raise PlatformError("no-progress", f"The links lead to {url} again")
            asked.add(url)
            answer = self.call("GET", url)
            body = answer.json()
            ids += ids_of(members_of(body).get("data") if self.dialect["legacyListEnvelope"] == "data" else body)
            url, more = self._next(answer.headers.get("link"), answer.url)
            if not more:
                return ids

    def _next(self, header, url):
        for target, attributes in links_of(header or ""):
            if "next" in attributes.get("rel", "").lower().split():
                return self.within_service(urljoin(url, target)), attributes.get("results", "").lower() == "true"
        raise PlatformError("unreadable", f"The Link header has no entry rel=next: {header}")

    def _page(self, answer, plural):
        """The ids of a page, and whether there are more."""
        body, envelope = answer.json(), self.dialect["listEnvelope"]
        if envelope == "array":
            ids = ids_of(body)
            return ids, len(ids) > 0
        ids = ids_of(members_of(body).get(plural if envelope == "named" else envelope))
        return ids, body.get("next_cursor", "") is not None if envelope == "items" else body.get("has_more") is not False

    def _object(self, answer, singular):
        body, envelope = answer.json(), self.dialect["objectEnvelope"]
        return body if envelope == "bare" else members_of(body).get("data" if envelope == "data" else singular)

    def _access_token(self, token_id):
        return self.address(f"{self.dialect['accessTokensPath']}/{segment(token_id)}")

    def _products(self, catalog_id):
        return self._versioned(f"/pulse/catalogs/{segment(catalog_id)}/products")

    def _events(self, issue_id):
        return self.address(f"/0/issues/{segment(issue_id)}/events/")

    def _versioned(self, path):
        return f"/{self.dialect['versions'][0]}{path}"


def basic(api_key):
    """The API key is the user name, and the password is empty (clause 5.6)."""
    return "Basic " + base64.b64encode(f"{api_key}:".encode()).decode()


def links_of(header):
    """The entries of a Link header (RFC 8288): the address and the attributes of each."""
    entry = r'\s*<([^>]*)>((?:\s*;\s*[^\s=;,]+(?:\s*=\s*(?:"(?:[^"\\]|\\.)*"|[^\s";,]*))?)*)\s*(?:,|$)'
    attribute = r';\s*([^\s=;,]+)(?:\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s";,]*)))?'
    for target, rest in re.findall(entry, header):
        attributes = {}
        for name, quoted, bare in re.findall(attribute, rest):
            attributes.setdefault(name.lower(), re.sub(r"\\(.)", r"\1", quoted) or bare)
        yield target, attributes


def moved(cursor, following):
    if following == cursor:
        raise PlatformError("no-progress", f"The page after {cursor} ends with {cursor}")
    return following


def segment(text):
    return quote(text, safe="")


def members_of(value):
    if not isinstance(value, dict):
        raise PlatformError("unreadable", "The answer has another value where an object should be")
    return value


def list_of(value):
    if not isinstance(value, list):
        raise PlatformError("unreadable", "The answer has no list where one should be")
    return value


def ids_of(value):
    return [text_of(item, "id") for item in list_of(value)]


def text_of(value, name):
    text = members_of(value).get(name)
    if not isinstance(text, str):
        raise PlatformError("unreadable", f"The answer has no text {name}")
    return text
