// A target file that has nothing but a credential of the legacy API: whatever that credential can show is decided.
import { expect, it } from 'vitest'
import type { CheckResult } from '../../conformance/judge/result.ts'
import type { Target } from '../../conformance/target/target-file.ts'
import { emulatorSubject, runKit } from './subject.ts'

type Kind = 'integrationToken' | 'apiKey' | 'dsn'

/** Checks of the legacy API alone, and of ids, OPTIONS and queries in it. */
const ofLegacy = new RegExp(
  [
    /^(?:legacy|link|auth\.(?:legacy|api-key|dsn|integration))/,
    /^ids\.malformed-legacy|^ids\..*\.(?:issue|project)$/,
    /^http\.(?:options\.legacy|query-on-writes\.post)/,
  ]
    .map(({ source }) => source)
    .join('|'),
)

async function run(
  kind: Kind,
  change: (target: Target) => Target = (target) => target,
): Promise<readonly CheckResult[]> {
  const { target, fetch } = emulatorSubject()
  const credentials = { [kind]: target.credentials![kind]! }
  const dsn = `DSN ${target.credentials!.dsn}`
  const takingDsn = (request: Request) => {
    const headers = new Headers(request.headers)
    // The emulator takes no DSN for events.
    if (new URL(request.url).pathname.endsWith('/events/') && headers.get('authorization') === dsn)
      headers.set('authorization', `Bearer ${target.credentials!.integrationToken}`)
    return fetch(new Request(request, { headers }))
  }
  const { results } = await runKit({ target: change({ ...target, credentials }), fetch: takingDsn })
  expect(results.filter(({ verdict }) => verdict === 'fail' || verdict === 'error' || verdict === 'blocked')).toEqual(
    [],
  )
  return results.filter(({ check }) => ofLegacy.test(check))
}

const isDecided = ({ verdict }: CheckResult) => verdict === 'pass' || verdict === 'observed'

it.each<[Kind, readonly string[]]>([
  ['integrationToken', ['apiKey', 'dsn']],
  ['apiKey', ['integrationToken', 'dsn']],
])('decides everything legacy but what is about another credential, given an %s alone', async (kind, others) => {
  const results = await run(kind)
  const open = results.filter((result) => !isDecided(result))
  const about = others.map((other) => `declare credentials.${other} in the target file`)
  expect(open.filter(({ message }) => !about.includes(message))).toEqual([])
  expect(results.filter(isDecided).length).toBeGreaterThan(60)
})

it('decides what concerns the endpoint that takes the DSN, given a DSN alone', async () => {
  const results = await run('dsn')
  const decided = results.filter(isDecided).map(({ check }) => check)
  for (const id of [
    'auth.legacy-required.projects',
    'auth.legacy-required.projects-wrong-bearer',
    'auth.dsn.accepted',
    'auth.dsn-verified.wrong',
    'legacy.root.version',
    'legacy.root.content-type',
    'legacy.root.allow',
    'legacy.projects.served',
    'http.options.legacy-root',
    'http.options.legacy-projects',
  ])
    expect(decided).toContain(id)
})

it.each(['groups', 'events'])('decides what concerns the %s, given a DSN alone that they take', async (list) => {
  const results = await run('dsn', (target) => {
    const { projectId, issueId } = target.samples!
    const dsnPath = list === 'groups' ? `/0/projects/${projectId}/groups/` : `/0/issues/${issueId}/events/`
    return { ...target, samples: { ...target.samples, dsnPath } }
  })
  const decided = results.filter(isDecided).map(({ check }) => check)
  expect(decided).toContain(`legacy.${list}.list`)
  expect(decided).toContain(`http.options.legacy-${list}`)
  expect(decided).toContain(list === 'groups' ? 'link.complete.groups' : 'link.complete.once')
  expect(decided).toContain(list === 'groups' ? 'ids.known-prefixes.project' : 'ids.prefixed-form.issue')
  expect(decided).toContain(list === 'groups' ? 'ids.malformed-legacy.project' : 'ids.malformed-legacy.issue')
  expect(decided).not.toContain('legacy.projects.served')
})

it('blames no target that takes a DSN for reading alone', async () => {
  const { target, fetch } = emulatorSubject()
  const dsnPath = `/0/projects/${target.samples!.projectId}/groups/`
  const { results } = await runKit({
    target: { ...target, credentials: { dsn: target.credentials!.dsn! }, samples: { ...target.samples, dsnPath } },
    fetch: async (request) =>
      request.method === 'POST' ? Response.json({ message: 'for reading' }, { status: 401 }) : fetch(request),
  })
  expect(results.filter(({ verdict }) => ['fail', 'error', 'blocked'].includes(verdict))).toEqual([])
  expect(results.find(({ check }) => check === 'legacy.groups-post.body')).toMatchObject({ verdict: 'notApplicable' })
})
