import { comment, type DriverTemplate, eachTask, heading } from './template.ts'

const text = `#!/bin/sh
${heading('# ', 'sh platform-driver.sh')}
# PLATFORM_BASE_URL, PLATFORM_CLIENT_ID, PLATFORM_CLIENT_SECRET, PLATFORM_TOKEN, PLATFORM_INTEGRATION_TOKEN,
# PLATFORM_API_KEY and PLATFORM_DSN say where the API is. PLATFORM_TASK_INPUT is JSON.
set -eu

# Prints a value as JSON, as in: value '{"ids": []}'
value() { printf '{"value": %s}\\n' "$1"; exit 0; }

# Prints an error of your client, as in: refused not-found 404
refused() { printf '{"error": {"kind": "%s", "status": %s}}\\n' "$1" "$2"; exit 0; }

case $PLATFORM_TASK in
${eachTask((name, task) => `${comment('  # ', task)}\n  ${name})\n    exit 77\n    ;;`)}

  *)
    exit 77
    ;;
esac
`

/** The driver in the shell. */
export const shell: DriverTemplate = { file: 'platform-driver.sh', command: ['sh', 'platform-driver.sh'], text }
