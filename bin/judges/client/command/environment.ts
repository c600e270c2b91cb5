// The environment of a driver: the caller's own without proxies, and the variables that `bin/docs/client.md` lists.
import type { TaskRun } from '../client-worlds.ts'

/** A proxy would divert the requests from the emulator. Programs read these names in upper or lower case. */
const proxies = /^(?:https?|all|no|ftp|socks|socks5|ws|wss|grpc)_proxy$/i

/** Variables of `emulator exec`. Those of an outer emulator lead to other worlds. */
const others: readonly string[] = ['PLATFORM_TARGET_FILE', 'PLATFORM_CONTROL_TOKEN']

/** The environment without proxies and without the variables of an outer emulator. */
export function removeProxies(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(environment).filter(([name]) => !proxies.test(name) && !others.includes(name)),
  )
}

/** The variables that tell a driver what to do. */
export function driverVariables({
  asked: { task, scenario },
  input,
  baseUrl,
  credentials,
}: TaskRun): Readonly<Record<string, string>> {
  return {
    PLATFORM_TASK: task,
    PLATFORM_TASK_INPUT: toAscii(JSON.stringify(input)),
    PLATFORM_SCENARIO: scenario ?? 'plain',
    PLATFORM_BASE_URL: baseUrl,
    PLATFORM_CLIENT_ID: credentials.clientId,
    PLATFORM_CLIENT_SECRET: credentials.clientSecret,
    PLATFORM_TOKEN: credentials.token,
    PLATFORM_INTEGRATION_TOKEN: credentials.integrationToken,
    PLATFORM_API_KEY: credentials.apiKey,
    PLATFORM_DSN: credentials.dsn,
  }
}

/** Converts JSON to ASCII. The encoding of other characters in the environment depends on the locale. */
function toAscii(json: string): string {
  return json.replaceAll(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
