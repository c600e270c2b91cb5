import { expect } from 'vitest'
import { type Bench, type Behaviour, behaviour } from '../client.ts'
import { suiteSeed } from '../suite-seed.ts'

const { projectId, issueId } = suiteSeed.samples as { projectId: string; issueId: string }
const groups = `/0/projects/${projectId}/groups/`
const events = `/0/issues/${issueId}/events/`

const basic = (userAndPassword: string) => `Basic ${btoa(userAndPassword)}`

async function expectStatuses(
  bench: Bench,
  auth: string | null,
  statuses: Readonly<Record<string, number>>,
): Promise<void> {
  for (const [path, status] of Object.entries(statuses))
    expect((await bench.get(path, {}, { auth })).status, `${auth} at ${path}`).toBe(status)
}

export const legacyAuthBehaviours: readonly Behaviour[] = [
  // holds: auth.api-key, auth.api-key-verified, legacy.projects-key, auth.legacy-required
  behaviour('takes an API key by Basic with an empty password, bound to its project', async (bench) => {
    const { apiKey } = bench.emulator.credentials
    const { unauthenticatedStatus, forbiddenStatus, legacyProjects } = bench.conventions
    await expectStatuses(bench, basic(`${apiKey}:`), { [groups]: 200, [events]: 200, '/0/projects/': 200 })
    const { json } = await bench.get('/0/projects/', {}, { auth: basic(`${apiKey}:`) })
    expect(legacyProjects === 'object' ? [json] : json).toMatchObject([{ id: projectId }])
    const [other] = bench.seeded('projects')
    const [foreignIssue] = bench.seeded('issues')
    await expectStatuses(bench, basic(`${apiKey}:`), {
      [`/0/projects/${other!.id}/groups/`]: forbiddenStatus,
      [`/0/issues/${foreignIssue!.id}/events/`]: forbiddenStatus,
    })
    expect(
      (await bench.send('POST', `/0/projects/${other!.id}/groups/`, { json: {}, auth: basic(`${apiKey}:`) })).status,
    ).toBe(forbiddenStatus)
    for (const wrong of [`${apiKey}:secret`, `${apiKey}: `, apiKey, `:${apiKey}`, `${apiKey}x:`, ':', ''])
      await expectStatuses(bench, basic(wrong), { [groups]: unauthenticatedStatus })
    for (const wrong of ['Basic', 'Basic !!!', `Basic ${apiKey}:`, `Bearer ${apiKey}`, `DSN ${apiKey}`])
      await expectStatuses(bench, wrong, { [groups]: unauthenticatedStatus })
    await expectStatuses(bench, basic(`${apiKey}:`), {
      [`${bench.version}/environments`]: unauthenticatedStatus,
      [bench.conventions.accessTokensPath]: unauthenticatedStatus,
    })
  }),
  // holds: auth.dsn, auth.dsn-verified
  behaviour('takes a DSN at projects and groups, and nowhere else', async (bench) => {
    const auth = `DSN ${bench.emulator.credentials.dsn}`
    const { unauthenticatedStatus, createdStatus } = bench.conventions
    await expectStatuses(bench, auth, {
      '/0/projects/': 200,
      [groups]: 200,
      [events]: unauthenticatedStatus,
      [`${bench.version}/environments`]: unauthenticatedStatus,
    })
    expect((await bench.send('POST', groups, { json: {}, auth })).status).toBe(createdStatus)
    for (const wrong of [
      'DSN',
      'DSN https://key@host/1',
      `DSN ${bench.emulator.credentials.dsn}0`,
      `Bearer ${bench.emulator.credentials.dsn}`,
    ])
      await expectStatuses(bench, wrong, { '/0/projects/': unauthenticatedStatus })
  }),
  // holds: auth.integration-token
  behaviour('takes an integration token on the legacy API only', async (bench) => {
    const auth = `Bearer ${bench.emulator.credentials.integrationToken}`
    const { unauthenticatedStatus } = bench.conventions
    await expectStatuses(bench, auth, {
      '/0/projects/': 200,
      [groups]: 200,
      [events]: 200,
      [`${bench.version}/environments`]: unauthenticatedStatus,
      [bench.conventions.accessTokensPath]: unauthenticatedStatus,
    })
  }),
  // holds: auth.required, auth.invalid-bearer, auth.legacy-required, legacy.projects
  behaviour('takes Bearer tokens on both APIs, whatever the case of the scheme, and nothing without', async (bench) => {
    const { token } = bench.emulator.credentials
    const { unauthenticatedStatus } = bench.conventions
    const paths = ['/0/projects/', groups, events, `${bench.version}/environments`]
    for (const scheme of ['Bearer', 'bearer', 'BEARER'])
      await expectStatuses(bench, `${scheme} ${token}`, Object.fromEntries(paths.map((path) => [path, 200])))
    for (const auth of [
      null,
      'Bearer',
      'Bearer  ',
      `Bearer ${token}x`,
      `Bearer ${token.slice(1)}`,
      token,
      `Token ${token}`,
      `Bearer "${token}"`,
    ])
      await expectStatuses(bench, auth, Object.fromEntries(paths.map((path) => [path, unauthenticatedStatus])))
    const { json } = await bench.get('/0/projects/')
    expect(json).toHaveLength(bench.seeded('projects').length)
  }),
]
