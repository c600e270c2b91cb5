// Runs the scripts of failures with `sh` and `curl`, against the emulator that deviates and against one that does not.
import { execFile, spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { checks } from '../../checks/checks.ts'
import { isPassive } from '../define-check.ts'
import { createEmulator } from '../../../emulator/create-emulator.ts'
import type { Deviation } from '../../../emulator/disturb/deviations/define-deviation.ts'
import { everyDeviation } from '../../../testing/faults/faults.ts'
import { serve } from '../../../emulator/serve/serve.ts'
import { partOf } from '../../../testing/sample.ts'
import { tryDeviation } from '../../../testing/selftest/kill.ts'

const hasCurl = spawnSync('curl', ['--version']).status === 0

/** Checks in a browser have no script. */
const inBrowser = new Set<string>(checks.filter((check) => !isPassive(check) && check.inBrowser).map(({ id }) => id))

/** The first deviation of each requirement: they show in as many ways. */
const chosen = [
  ...Map.groupBy(
    everyDeviation.filter(({ caughtBy }) => !inBrowser.has(caughtBy)),
    ({ requirement }) => requirement,
  ).values(),
].map(([first]) => first!)

for (const deviation of partOf(chosen, 15))
  it.skipIf(!hasCurl)(`shows ${deviation.name} where it is, and not where it is not (needs curl)`, async () => {
    const { result } = await tryDeviation(deviation, { only: [deviation.caughtBy] })
    const script = result.results.find(({ check }) => check === deviation.caughtBy)?.reproduce ?? ''
    expect(script).toMatch(/^#!\/bin\/sh\n/)
    expect(withoutComments(script), 'a secret that the script does not have by a name').not.toMatch(
      /<\w*(?:token|secret)/i,
    )
    const faulty = await run(script, deviation, true)
    expect(faulty.output, script).toContain('\nFAULT: expected ')
    expect(faulty.exitCode, script).toBe(1)
    const gone = await run(script, deviation, false)
    expect(gone.output, script).toContain('\nno fault: ')
    expect(gone.exitCode, script).toBe(0)
  })

function withoutComments(script: string): string {
  return script.replaceAll(/^(?:#|  printf '%s\\n' 'FAULT: ).*$/gm, '')
}

/** Runs a script against a fresh emulator over HTTP. */
async function run(
  script: string,
  { conventions = {}, ...rest }: Deviation,
  deviates: boolean,
): Promise<{ readonly exitCode: number; readonly output: string }> {
  const emulator = createEmulator({
    conventions,
    deviations: deviates ? [{ ...rest, conventions }] : [],
    onError: () => undefined,
  })
  const server = await serve(emulator, { port: 0 })
  const { clientId, clientSecret, token, integrationToken, apiKey, dsn } = emulator.credentials
  const env = {
    PATH: process.env['PATH'],
    PLATFORM_BASE_URL: server.url,
    PLATFORM_CLIENT_ID: clientId,
    PLATFORM_CLIENT_SECRET: clientSecret,
    PLATFORM_TOKEN: token,
    PLATFORM_INTEGRATION_TOKEN: integrationToken,
    PLATFORM_API_KEY: apiKey,
    PLATFORM_DSN: dsn,
  }
  try {
    return await new Promise((resolve) => {
      const child = execFile('sh', ['-s'], { env, timeout: 60_000 }, (error, stdout, stderr) =>
        resolve({ exitCode: error ? Number(error.code) : 0, output: `\n${stdout}${stderr}` }),
      )
      child.stdin!.end(script)
    })
  } finally {
    await server.close()
  }
}
