"""Does the task of PLATFORM_TASK with the careful client, for `emulator client --driver -- python3 driver.py`."""

import json
import os
import sys

from platform_data import PlatformData, PlatformError, basic


def environment(name):
    return os.environ[f"PLATFORM_{name}"]


def authorization(credential):
    if credential == "apiKey":
        return basic(environment("API_KEY"))
    return f"DSN {environment('DSN')}" if credential == "dsn" else f"Bearer {environment('INTEGRATION_TOKEN')}"


TASKS = {
    "get-token": lambda api, **_: api.token() and {},
    "list-environments": lambda api: {"ids": api.environments()},
    "walk-products": lambda api, catalogId, pageSize=None, **filters: {
        "ids": api.walk_products(catalogId, pageSize, **filters)
    },
    "walk-products-back": lambda api, catalogId, **given: {"ids": api.walk_products_back(catalogId, given["from"])},
    "get-configuration": lambda api, scopeId, path: {"value": api.configuration(scopeId, path)},
    "create-access-token": lambda api, name, scopes, expiresAt: api.create_access_token(name, scopes, expiresAt),
    "rename-access-token": lambda api, id, name: {"name": api.rename_access_token(id, name)},
    "revoke-access-token": lambda api, id: api.revoke_access_token(id) or {},
    "use-access-token": lambda api, secret: {"ids": api.environments(secret)},
    "prepare-connect": lambda api, adapter: {"url": api.connect_url(adapter)},
    "invoke": lambda api, adapterConnectionId, command, body: {"result": api.invoke(adapterConnectionId, command, body)},
    "capabilities": lambda api, adapterConnectionId: {"commands": api.capabilities(adapterConnectionId)},
    "list-projects": lambda api, credential: {"ids": api.projects(authorization(credential))},
    "walk-groups": lambda api, projectId: {"ids": api.walk_groups(projectId)},
    "walk-events": lambda api, issueId: {"ids": api.walk_events(issueId)},
    "poll-events": lambda api, issueId, after: {"ids": api.poll_events(issueId, after)},
}


def main():
    task = TASKS.get(environment("TASK"))
    if task is None:
        sys.exit(77)
    dialect = json.loads(os.environ.get("PLATFORM_DIALECT", "{}"))
    api = PlatformData(environment("BASE_URL"), environment("CLIENT_ID"), environment("CLIENT_SECRET"), dialect)
    try:
        report = {"value": task(api, **json.loads(environment("TASK_INPUT")))}
    except PlatformError as error:
        print(error, file=sys.stderr)
        report = {"error": {"kind": error.kind, "status": error.status} if error.status else {"kind": error.kind}}
    print(json.dumps(report))


main()
