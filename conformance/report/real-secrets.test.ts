import { expect, it } from 'vitest'
import { toSubject } from '../../testing/selftest/subject.ts'
import type { Conventions } from '../../emulator/model/contract/conventions.ts'
import { createEmulator } from '../../emulator/create-emulator.ts'
import { checks } from '../checks/checks.ts'
import { runConformance } from '../judge/run-conformance.ts'
import { bundleFiles } from './bundle.ts'
import { reportFormats, writeReport } from './reports.ts'

const names = new Set(['access_token', 'refresh_token', 'token', 'secret', 'value', 'state', 'prepare_state', 'code'])

/** The texts under the names of secrets, at any depth. */
function secretsIn(json: unknown): readonly string[] {
  if (typeof json !== 'object' || json === null) return []
  return Object.entries(json).flatMap(([name, member]) =>
    typeof member === 'string'
      ? names.has(name) && /^[\w.~+/=-]{16,}$/.test(member)
        ? [member]
        : []
      : secretsIn(member),
  )
}

/** The credentials that a request carries, right or nearly right. */
async function credentialsIn(request: Request): Promise<readonly string[]> {
  const form = new URLSearchParams(request.method === 'POST' ? await request.clone().text() : '')
  const sent = (request.headers.get('authorization') ?? '').replace(/^\w+ ?/, '')
  return [sent, ...['client_id', 'client_secret', 'refresh_token'].map((name) => form.get(name) ?? '')].filter(
    (text) => text.length >= 8 && !text.includes('never-issued'),
  )
}

const isId = (text: string) => /^[0-9A-Za-z]{27}$/.test(text)

const idsSentAsSecrets = (clientId: string): ReadonlySet<string> => new Set([clientId, btoa(`${clientId}:`)])

const some: readonly Partial<Conventions>[] = [
  {},
  { secretName: 'value', stateCodeName: 'code' },
  { secretName: 'secret', stateCodeName: 'prepare_state' },
]

it.each(some)(
  'shows none of the secrets that a whole run was given, learned or altered given %j',
  async (conventions) => {
    const emulator = createEmulator({ conventions })
    const { credentials } = emulator
    const secrets = new Set<string>([
      credentials.clientSecret,
      credentials.token,
      credentials.integrationToken,
      credentials.apiKey,
      credentials.dsn,
    ])
    const result = await runConformance({
      target: toSubject(emulator).target,
      checks,
      keepExchanges: true,
      fetch: async (request) => {
        for (const secret of await credentialsIn(request)) secrets.add(secret)
        const creates = request.method === 'POST' && /token|connect/.test(request.url)
        const response = await emulator.fetch(request)
        if (creates && response.ok)
          for (const secret of secretsIn(
            await response
              .clone()
              .json()
              .catch(() => undefined),
          ))
            secrets.add(secret)
        return response
      },
    })
    // Ids are no secrets, though the kit sends them in the place of secrets.
    for (const secret of secrets)
      if (idsSentAsSecrets(credentials.clientId).has(secret) || isId(secret)) secrets.delete(secret)
    expect(secrets.size).toBeGreaterThan(20)
    expect(result.recording).toBeDefined()
    const reports = reportFormats.map((format) => [format, writeReport(format, result, { verbose: true })] as const)
    for (const [format, report] of [...reports, ['bundle', bundleFiles(result)['report.har']!] as const])
      expect(
        [...secrets].filter((secret) => report.includes(secret) || report.includes(btoa(`${secret}:`))),
        format,
      ).toEqual([])
  },
)
