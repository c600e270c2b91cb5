import type { Target } from '../../../conformance/target/target-file.ts'

/** The variables of `emulator exec` that name credentials and their service. */
const names = [
  'PLATFORM_BASE_URL',
  'PLATFORM_CLIENT_ID',
  'PLATFORM_CLIENT_SECRET',
  'PLATFORM_TOKEN',
  'PLATFORM_API_KEY',
  'PLATFORM_DSN',
  'PLATFORM_INTEGRATION_TOKEN',
  'PLATFORM_TARGET_FILE',
] as const

/**
 * The environment of a command behind a proxy. Credentials are those of the target alone: others in the environment may
 * be for another service.
 */
export function platformVariables(
  environment: NodeJS.ProcessEnv,
  { credentials = {} }: Target,
  url: string,
  targetFile: string,
): NodeJS.ProcessEnv {
  const { oauth, token, apiKey, dsn, integrationToken } = credentials
  const values: Readonly<Record<(typeof names)[number], string | undefined>> = {
    PLATFORM_BASE_URL: url,
    PLATFORM_CLIENT_ID: oauth?.clientId,
    PLATFORM_CLIENT_SECRET: oauth?.clientSecret,
    PLATFORM_TOKEN: token,
    PLATFORM_API_KEY: apiKey,
    PLATFORM_DSN: dsn,
    PLATFORM_INTEGRATION_TOKEN: integrationToken,
    PLATFORM_TARGET_FILE: targetFile,
  }
  const others = Object.entries(environment).filter(([name]) => !names.some((known) => known === name))
  return Object.fromEntries([...others, ...Object.entries(values).filter(([, value]) => value !== undefined)])
}
