import { expect, it } from 'vitest'
import { type FullTarget, openParts, runPartialService, some } from '../../testing/conformance/partial-service.ts'
import { selectPart } from '../../testing/sample.ts'
import { requirements } from '../catalogue/requirements.ts'
import { offers, type Profile, requirementProfiles } from '../catalogue/profiles.ts'
import type { Target } from '../target/target-file.ts'
import { summarize } from './summary.ts'

/** The paths of a service with one part of the API, and the declarations of its target file. */
const services: Readonly<Partial<Record<Profile, readonly [RegExp, (whole: FullTarget) => Partial<Target>]>>> = {
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
}

it.each(Object.entries(services))('finds a service that offers only %s conformant in that part', async (name, part) => {
  const profile = name as Profile
  const result = await runPartialService(part[0], (whole) => ({ ...part[1](whole), profile }))
  const { conformant, open, requirements: counted, exitCode } = summarize(result)
  expect(open.map(({ id }) => id)).toEqual([])
  const stated = requirements.filter((requirement) => requirementProfiles(requirement).includes(profile)).length
  expect({ conformant, counted }).toEqual({ conformant: true, counted: { stated: stated, decided: stated } })
  // A profile is no selection: what the service does not offer fails. Legacy credentials open nothing else.
  expect(exitCode).toBe(profile === 'legacy' ? 0 : 1)
  const whole = summarize({ ...result, claim: { profile: 'full', without: [] } })
  expect(whole.conformant).toBe(profile === 'legacy' ? null : false)
})

it('has in the profile read-only exactly what a run without writes decides', async () => {
  const result = await runPartialService(/./, (whole) => ({ ...whole, allowWrites: false, profile: 'read-only' }))
  expect(summarize(result)).toMatchObject({ conformant: true, exitCode: 0 })
  const full = summarize({ ...result, claim: { profile: 'full', without: [] } })
  const readOnly = requirements.filter((requirement) => requirementProfiles(requirement).includes('read-only'))
  expect(full.requirements.decided).toBe(readOnly.length)
  expect(full.conformant).toBe(null)
})

it('fails a claim only by its own requirements, and signals other failures by the exit code', async () => {
  const result = await runPartialService(/./, (whole) => ({ ...whole, profile: 'legacy' }), ['legacy-root-204'])
  expect(summarize(result)).toMatchObject({ conformant: false, exitCode: 1 })
  const tokens = { ...result, claim: { profile: 'tokens', without: [] } } as const
  expect(summarize(tokens)).toMatchObject({ conformant: true, exitCode: 1 })
})

it('does not look at what the target file says is not offered, and is conformant without it', async () => {
  const undeclared = ({ paths: _paths, ...whole }: FullTarget) => whole
  const open = summarize(await runPartialService(/./, undeclared))
  expect([open.conformant, open.open.map(({ id }) => id), open.exitCode]).toEqual([null, ['mcp.endpoint'], 0])
  const without = await runPartialService(/./, (whole) => ({ ...undeclared(whole), without: ['mcp', 'dsn'] }))
  const told = summarize(without)
  expect(told).toMatchObject({ conformant: true, exitCode: 0 })
  expect(told.requirements).toEqual({ stated: open.requirements.stated - 3, decided: open.requirements.stated - 3 })
  expect(without.results.filter(({ requirement }) => requirement.startsWith('auth.dsn'))).not.toContainEqual(
    expect.objectContaining({ verdict: 'pass' }),
  )
})

const singles = offers.map((offer) => [offer])
const pairs = offers.flatMap((offer, index) => offers.slice(index + 1).map((other) => [offer, other]))
/** The parts that services of only one part lack. */
const others = [
  ['legacy', 'dsn', 'apiKeys'],
  ['oauth', 'personalAccessTokens'],
  ['services', 'connect'],
].map((kept) => offers.filter((offer) => !kept.includes(offer)))

it.each(selectPart([...singles, ...pairs, ...others], 15))(
  'finds a service without %s conformant in the rest, whatever its target file declares',
  async (...without) => {
    expect(await openParts(...without)).toEqual([])
  },
)
