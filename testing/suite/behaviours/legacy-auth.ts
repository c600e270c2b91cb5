import { expect } from 'vitest'
import { type Behaviour, behaviour } from './behaviour.ts'
import type { SuiteClient } from '../suite-client.ts'
import { suiteSeed } from '../suite-seed.ts'

const { projectId, issueId } = suiteSeed.samples as { projectId: string; issueId: string }
const groups = `/0/projects/${projectId}/groups/`
const events = `/0/issues/${issueId}/events/`

const encodePair = (userAndPassword: string) => `Basic ${btoa(userAndPassword)}`

async function expectStatuses(
  client: SuiteClient,
  auth: string | null,
  statuses: Readonly<Record<string, number>>,
): Promise<void> {
  for (const [path, status] of Object.entries(statuses))
    expect((await client.get(path, {}, { auth })).status, `${auth} at ${path}`).toBe(status)
}

export const legacyAuthBehaviours: readonly Behaviour[] = [
  // holds: auth.api-key, auth.api-key-verified, legacy.projects-key, auth.legacy-required
  behaviour('takes an API key by Basic with an empty password, bound to its project', async (client) => {
    const { apiKey } = client.emulator.credentials
    const { unauthenticatedStatus, forbiddenStatus, legacyProjects } = client.conventions
    await expectStatuses(client, encodePair(`${apiKey}:`), {
      [groups]: client.conventions.successStatus,
      [events]: client.conventions.successStatus,
      '/0/projects/': client.conventions.successStatus,
    })
    const { json } = await client.get('/0/projects/', {}, { auth: encodePair(`${apiKey}:`) })
    expect(legacyProjects === 'object' ? [json] : json).toMatchObject([{ id: projectId }])
    const [other] = client.seeded('projects')
    const [foreignIssue] = client.seeded('issues')
    await expectStatuses(client, encodePair(`${apiKey}:`), {
      [`/0/projects/${other!.id}/groups/`]: forbiddenStatus,
      [`/0/issues/${foreignIssue!.id}/events/`]: forbiddenStatus,
    })
    expect(
      (
        await client.send('POST', `/0/projects/${other!.id}/groups/`, {
          json: { status: 'resolved' },
          auth: encodePair(`${apiKey}:`),
        })
      ).status,
    ).toBe(forbiddenStatus)
    for (const wrong of [`${apiKey}:secret`, `${apiKey}: `, apiKey, `:${apiKey}`, `${apiKey}x:`, ':', ''])
      await expectStatuses(client, encodePair(wrong), { [groups]: unauthenticatedStatus })
    for (const wrong of ['Basic', 'Basic !!!', `Basic ${apiKey}:`, `Bearer ${apiKey}`, `DSN ${apiKey}`])
      await expectStatuses(client, wrong, { [groups]: unauthenticatedStatus })
    await expectStatuses(client, encodePair(`${apiKey}:`), {
      [`${client.version}/environments`]: unauthenticatedStatus,
      [client.conventions.accessTokensPath]: unauthenticatedStatus,
    })
  }),
  // holds: auth.dsn, auth.dsn-verified
  behaviour('takes a DSN at projects and groups, and nowhere else', async (client) => {
    const auth = `DSN ${client.emulator.credentials.dsn}`
    const { unauthenticatedStatus, createdStatus } = client.conventions
    await expectStatuses(client, auth, {
      '/0/projects/': client.conventions.successStatus,
      [groups]: client.conventions.successStatus,
      [events]: unauthenticatedStatus,
      [`${client.version}/environments`]: unauthenticatedStatus,
    })
    expect((await client.send('POST', groups, { json: { status: 'resolved' }, auth })).status).toBe(createdStatus)
    for (const wrong of [
      'DSN',
      'DSN https://key@host/1',
      `DSN ${client.emulator.credentials.dsn}0`,
      `Bearer ${client.emulator.credentials.dsn}`,
    ])
      await expectStatuses(client, wrong, { '/0/projects/': unauthenticatedStatus })
  }),
  // holds: auth.integration-token
  behaviour('takes an integration token on the legacy API only', async (client) => {
    const auth = `Bearer ${client.emulator.credentials.integrationToken}`
    const { unauthenticatedStatus } = client.conventions
    await expectStatuses(client, auth, {
      '/0/projects/': client.conventions.successStatus,
      [groups]: client.conventions.successStatus,
      [events]: client.conventions.successStatus,
      [`${client.version}/environments`]: unauthenticatedStatus,
      [client.conventions.accessTokensPath]: unauthenticatedStatus,
    })
  }),
  // holds: auth.required, auth.invalid-bearer, auth.legacy-required, legacy.projects
  behaviour(
    'takes Bearer tokens on both APIs, whatever the case of the scheme, and nothing without',
    async (client) => {
      const { token } = client.emulator.credentials
      const { unauthenticatedStatus } = client.conventions
      const paths = ['/0/projects/', groups, events, `${client.version}/environments`]
      for (const scheme of ['Bearer', 'bearer', 'BEARER'])
        await expectStatuses(
          client,
          `${scheme} ${token}`,
          Object.fromEntries(paths.map((path) => [path, client.conventions.successStatus])),
        )
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
        await expectStatuses(client, auth, Object.fromEntries(paths.map((path) => [path, unauthenticatedStatus])))
      const { json } = await client.get('/0/projects/')
      expect(json).toHaveLength(client.seeded('projects').length)
    },
  ),
]
