import { expect, it } from 'vitest'
import { toTargetFile } from '../../bin/judges/service/target-file.ts'
import { createEmulator } from '../../emulator/create-emulator.ts'
import { requirements } from '../catalogue/requirements.ts'
import { type Profile, profilesOf } from '../catalogue/profiles.ts'
import { checks } from '../checks/checks.ts'
import type { RunResult } from '../judge/result.ts'
import { runConformance } from '../judge/run-conformance.ts'
import { type Target, toTarget } from '../target/target-file.ts'
import { summarize } from './summary.ts'

type Declared = Target & Required<Pick<Target, 'credentials' | 'samples' | 'hooks'>>

function some<T extends object, K extends keyof T>(value: T, ...names: readonly K[]): Partial<T> {
  const picked: Partial<T> = {}
  for (const name of names) if (name in value) picked[name] = value[name]
  return picked
}

/** Runs the kit against an emulator that offers only some paths, with a target file that declares only some members. */
async function runAgainst(
  isOffered: RegExp,
  declare: (whole: Declared) => Partial<Target>,
  deviations: readonly 'legacy-root-204'[] = [],
): Promise<RunResult> {
  const emulator = createEmulator({ deviations })
  const { baseUrl, version, ...whole } = toTarget(toTargetFile(emulator, 'http://target.test', true)) as Declared
  return await runConformance({
    target: { baseUrl, version: version!, ...declare({ baseUrl, ...whole }) },
    checks,
    fetch: async (request) =>
      isOffered.test(new URL(request.url).pathname)
        ? await emulator.fetch(request)
        : Response.json({ error: { code: 'not_found', message: 'nothing is here' } }, { status: 404 }),
  })
}

/** The paths of a service with one part of the API, and the declarations of its target file. */
const services: Readonly<Partial<Record<Profile, readonly [RegExp, (whole: Declared) => Partial<Target>]>>> = {
  versioned: [
    /^\/(?:1\.13|_emulator)\//,
    ({ credentials, samples, enumFilters, hooks }) => ({
      credentials: some(credentials, 'token'),
      samples: some(samples, 'catalogId', 'scopeId', 'configurationPath'),
      enumFilters: enumFilters!,
      hooks: some(hooks, 'createProduct'),
      allowWrites: true,
    }),
  ],
  legacy: [
    /^\/(?:0|_emulator)\//,
    ({ credentials, samples, hooks }) => ({
      credentials: some(credentials, 'integrationToken', 'apiKey', 'dsn'),
      samples: some(samples, 'projectId', 'issueId', 'apiKeyProjectId', 'dsnPath'),
      hooks: some(hooks, 'createEvent'),
      allowWrites: true,
    }),
  ],
  tokens: [
    /^\/(?:oauth|access-tokens|_emulator)\b/,
    ({ credentials, personalAccessTokens, hooks }) => ({
      credentials: some(credentials, 'oauth'),
      personalAccessTokens: personalAccessTokens!,
      hooks: some(hooks, 'advanceClock'),
      allowWrites: true,
    }),
  ],
  services: [
    /^\/(?:services|app|mcp|_emulator)\b/,
    ({ credentials, samples, paths, hooks }) => ({
      credentials: some(credentials, 'token'),
      samples: some(samples, 'adapter', 'adapterConnectionId', 'command'),
      paths: paths!,
      hooks: some(hooks, 'advanceClock'),
      allowWrites: true,
    }),
  ],
}

it.each(Object.entries(services))('finds a service that offers %s alone conformant to that', async (name, part) => {
  const profile = name as Profile
  const result = await runAgainst(part[0], (whole) => ({ ...part[1](whole), profile }))
  const { conformant, open, requirements: counted, exitCode } = summarize(result)
  expect(open.map(({ id }) => id)).toEqual([])
  const stated = requirements.filter((requirement) => profilesOf(requirement).includes(profile)).length
  expect({ conformant, counted }).toEqual({ conformant: true, counted: { stated: stated, decided: stated } })
  // A profile is no selection: what the service does not offer fails. Legacy credentials open nothing else.
  expect(exitCode).toBe(profile === 'legacy' ? 0 : 1)
  const whole = summarize({ ...result, claim: { profile: 'full', without: [] } })
  expect(whole.conformant).toBe(profile === 'legacy' ? null : false)
})

it('has in read-only what a run without writes decides, and no more', async () => {
  const result = await runAgainst(/./, (whole) => ({ ...whole, allowWrites: false, profile: 'read-only' }))
  expect(summarize(result)).toMatchObject({ conformant: true, exitCode: 0 })
  const full = summarize({ ...result, claim: { profile: 'full', without: [] } })
  const readOnly = requirements.filter((requirement) => profilesOf(requirement).includes('read-only'))
  expect(full.requirements.decided).toBe(readOnly.length)
  expect(full.conformant).toBe(null)
})

it('fails a claim by what is in it, and tells of a failure beyond it by the exit code', async () => {
  const claiming = (profile: Profile) => runAgainst(/./, (whole) => ({ ...whole, profile }), ['legacy-root-204'])
  expect(summarize(await claiming('legacy'))).toMatchObject({ conformant: false, exitCode: 1 })
  expect(summarize(await claiming('tokens'))).toMatchObject({ conformant: true, exitCode: 1 })
})

it('does not look at what the target file says is not offered, and is conformant without it', async () => {
  const undeclared = ({ paths: _paths, ...whole }: Declared) => whole
  const open = summarize(await runAgainst(/./, undeclared))
  expect([open.conformant, open.open.map(({ id }) => id), open.exitCode]).toEqual([null, ['mcp.endpoint'], 0])
  const without = await runAgainst(/./, (whole) => ({ ...undeclared(whole), without: ['mcp', 'dsn'] }))
  const told = summarize(without)
  expect(told).toMatchObject({ conformant: true, exitCode: 0 })
  expect(told.requirements).toEqual({ stated: open.requirements.stated - 3, decided: open.requirements.stated - 3 })
  expect(without.results.filter(({ requirement }) => requirement.startsWith('auth.dsn'))).not.toContainEqual(
    expect.objectContaining({ verdict: 'pass' }),
  )
})
