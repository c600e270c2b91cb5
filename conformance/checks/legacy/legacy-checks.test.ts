import { expect, it } from 'vitest'
import { emulatorSubject, runKit } from '../../../testing/selftest/subject.ts'
import type { Target } from '../../target/target-file.ts'
import { legacyChecks } from './legacy-checks.ts'

type Credential = keyof NonNullable<Target['credentials']>

const root = /\/0\/$/
const environments = /\/environments$/
const projects = /\/0\/projects\/$/
const events = /\/events\/$/
const wrongRoot = () => Response.json({ version: 0 })
const refusal = (status: number) => () => Response.json({ message: 'no' }, { status })
const forbiddenToKnown = (request: Request) =>
  refusal(request.headers.get('authorization')!.includes('never-issued') ? 401 : 403)()

it.each<readonly [string, string, string, Credential, RegExp, (request: Request) => Response]>([
  ['fail', 'legacy.root.version', 'a version that is a number', 'token', root, wrongRoot],
  ['insufficientEvidence', 'legacy.root.version', 'a root that refuses', 'token', root, refusal(401)],
  ['fail', 'legacy.root.version', 'a root that refuses', 'integrationToken', root, refusal(401)],
  ['fail', 'versions.side-by-side.both', 'no versioned API', 'token', environments, refusal(404)],
  ['fail', 'versions.side-by-side.both', 'no legacy API', 'token', root, refusal(410)],
  ['insufficientEvidence', 'versions.side-by-side.both', 'neither API', 'token', /./, refusal(404)],
  ['fail', 'legacy.events.list', 'a list that refuses a good token', 'integrationToken', events, refusal(401)],
  [
    'insufficientEvidence',
    'legacy.events.list',
    'a token without rights',
    'integrationToken',
    events,
    forbiddenToKnown,
  ],
  ['fail', 'legacy.events.list', 'a list that forbids itself to all', 'integrationToken', events, refusal(403)],
  // Clause 5.6 lets a service disable API keys.
  ['insufficientEvidence', 'legacy.projects.served', 'no API keys', 'apiKey', projects, refusal(401)],
  ['fail', 'legacy.projects.served', 'no projects', 'apiKey', projects, refusal(405)],
])('comes to %s in %s given %s, with a %s alone', async (verdict, check, _what, kind, path, answer) => {
  const { target, fetch } = emulatorSubject()
  const { results } = await runKit(
    {
      target: { ...target, credentials: { [kind]: target.credentials![kind] } },
      fetch: async (request) => (path.test(new URL(request.url).pathname) ? answer(request) : await fetch(request)),
    },
    { checks: legacyChecks, only: [check] },
  )
  expect(results.find((result) => result.check === check)?.verdict).toBe(verdict)
})

const project = { id: '0'.repeat(27), name: 'Harbour' }

it.each<readonly [envelope: string, toKey: unknown, toToken: unknown]>([
  ['a bare array', [project], { objects: [project] }],
  ['an object', { objects: [project] }, [project]],
  ['a project with a list of its own', { ...project, teams: [{ id: '1'.repeat(27) }] }, [project]],
  ['a wrapped project', { project: { ...project, teams: [{ id: '1'.repeat(27) }] } }, { objects: [project] }],
])(
  'takes %s for the project of an API key, in another envelope than that of a token',
  async (_what, toKey, toToken) => {
    const { target, fetch } = emulatorSubject()
    const { results } = await runKit(
      {
        target: { ...target, samples: { ...target.samples, apiKeyProjectId: project.id } },
        fetch: async (request) => {
          const served = await fetch(request)
          if (request.method !== 'GET' || !served.ok || !projects.test(new URL(request.url).pathname)) return served
          return Response.json(request.headers.get('authorization')!.startsWith('Basic') ? toKey : toToken)
        },
      },
      { only: ['auth.api-key.accepted', 'auth.integration-token.projects', 'legacy.projects.*'] },
    )
    expect(results.filter(({ verdict }) => verdict !== 'pass').map((result) => result.check)).toEqual([])
  },
)
