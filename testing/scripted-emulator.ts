// Runs the script of a failure with `sh` and `curl` against an emulator over HTTP.
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Deviation } from '../emulator/disturb/deviations/deviation.ts'
import { createEmulator } from '../emulator/create-emulator.ts'
import { deviate } from './conformance/subject.ts'
import { tryDeviation } from './selftest/kill.ts'
import { serve } from '../emulator/serve/serve.ts'

/** Whether the machine has curl. */
export const hasCurl: boolean = spawnSync('curl', ['--version']).status === 0

/** How a script ended. */
export interface ScriptEnd {
  readonly exitCode: number | null
  readonly output: string
  /** The rest at the emulator, and in its temporary folder. */
  readonly left: readonly string[]
  /** The secrets in its output. */
  readonly leaked: readonly string[]
  /** The requests that the emulator received. */
  readonly requests: readonly string[]
}

const secretMember = /"(?:access_token|refresh_token|token|secret|state|value)": ?"([^"]{12,})"/g

/** The script that the kit writes for the failure of a deviation. */
export async function failureScript(deviation: Deviation): Promise<string> {
  const { result } = await tryDeviation(deviation, { only: [deviation.caughtBy] })
  return result.results.find(({ check }) => check === deviation.caughtBy)?.reproduce ?? ''
}

/** @param stopAt Sends SIGINT, as Ctrl-C does, when the emulator received this many requests. */
export async function runScript(
  script: string,
  { conventions = {}, ...rest }: Deviation,
  stopAt: number = Infinity,
): Promise<ScriptEnd> {
  const emulator = createEmulator({ conventions, deviations: [{ ...rest, conventions }], onError: () => undefined })
  const { clientId, clientSecret, token, integrationToken, apiKey, dsn } = emulator.credentials
  const secrets = new Set([clientSecret, token, integrationToken, apiKey, dsn])
  const requests: string[] = []
  const before = new Set(emulator.data.find('access_tokens').map(({ id }) => id))
  deviate(emulator, (next) => async (request) => {
    requests.push(`${request.method} ${new URL(request.url).pathname}`)
    if (requests.length === stopAt) process.kill(-child.pid!, 'SIGINT')
    const response = await next(request)
    for (const [, secret] of (await response.clone().text()).matchAll(secretMember)) secrets.add(secret!)
    return response
  })
  const server = await serve(emulator, { port: 0 })
  const folder = mkdtempSync(join(tmpdir(), 'script-'))
  const env = {
    PATH: process.env['PATH'],
    TMPDIR: folder,
    PLATFORM_BASE_URL: server.url,
    PLATFORM_CLIENT_ID: clientId,
    PLATFORM_CLIENT_SECRET: clientSecret,
    PLATFORM_TOKEN: token,
    PLATFORM_INTEGRATION_TOKEN: integrationToken,
    PLATFORM_API_KEY: apiKey,
    PLATFORM_DSN: dsn,
  }
  const child = spawn('sh', ['-s'], { env, detached: true })
  try {
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('latin1').on('data', (text: string) => (output += text))
    child.stdin.end(script)
    const exitCode = await new Promise<number | null>((ended) => child.on('close', ended))
    const made = emulator.data.find('access_tokens').map(({ id }) => id)
    return {
      exitCode,
      output,
      left: [...made.filter((id) => !before.has(id)), ...readdirSync(folder)],
      leaked: [...secrets].filter((secret) => output.includes(secret)),
      requests,
    }
  } finally {
    await server.close()
  }
}
