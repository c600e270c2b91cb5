import { type DriverTemplate, eachTask, heading, taskLines, snakeCase } from './template.ts'

const text = `"""${heading('', 'python3 platform_driver.py').replace('\n', '\n\n')}
"""

import json
import os
import sys


class NotFilled(Exception):
    pass


# The exceptions by which your client reports a refusal, such as (platform_data.ApiError,).
ERRORS = ()


def status_of(error):
    """The HTTP status that an exception of your client holds, or None."""
    return getattr(error, "status", None)


# PLATFORM_TOKEN, _INTEGRATION_TOKEN, _API_KEY and _DSN hold the other credentials.
BASE_URL = os.environ["PLATFORM_BASE_URL"]
CLIENT_ID = os.environ["PLATFORM_CLIENT_ID"]
CLIENT_SECRET = os.environ["PLATFORM_CLIENT_SECRET"]


def client():
    """Makes your client, such as platform_data.Client(BASE_URL, CLIENT_ID, CLIENT_SECRET)."""
    raise NotFilled


${eachTask(
  (name, task) => `def ${snakeCase(name)}(given):
    """${taskLines(task).join('\n\n').replaceAll('\n\n- ', '\n- ').replaceAll('\n', '\n    ').replaceAll(/^ +$/gm, '')}
    """
    raise NotFilled`,
  '\n\n\n',
)}


TASKS = {
${eachTask((name) => `    "${name}": ${snakeCase(name)},`, '\n')}
}


def main():
    task = TASKS.get(os.environ["PLATFORM_TASK"])
    try:
        if task is None:
            raise NotFilled
        report = {"value": task(json.loads(os.environ["PLATFORM_TASK_INPUT"]))}
    except NotFilled:
        sys.exit(77)
    except ERRORS as error:
        report = {"error": {"kind": type(error).__name__}}
        if status_of(error) is not None:
            report["error"]["status"] = status_of(error)
    print(json.dumps(report))


if __name__ == "__main__":
    main()
`

/** The driver in Python. */
export const python: DriverTemplate = { file: 'platform_driver.py', command: ['python3', 'platform_driver.py'], text }
