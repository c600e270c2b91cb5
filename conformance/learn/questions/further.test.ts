// Behaviour that no learning question shows: the comparison with the twin finds and names it.
import { expect, it } from 'vitest'
import { makeTwin } from '../../../bin/judges/twin/make-twin.ts'
import { toTargetFile } from '../../../bin/judges/service/target-file.ts'
import { learnEmulator, type Learning } from '../../../testing/learned-emulator.ts'
import { createEmulator } from '../../../emulator/create-emulator.ts'
import { ask } from '../../../testing/suite/ask.ts'
import { toTarget } from '../../target/target-file.ts'
import { learnedText } from '../learned-text.ts'
import type { LearnedService } from '../learn-service.ts'
import { furtherQuestions } from './further.ts'

/** Changes the answers to requests whose method and address fit. */
const planted =
  (place: RegExp, change: (response: Response) => Response): NonNullable<Learning['between']> =>
  (next) =>
  async (request) => {
    const { pathname, search } = new URL(request.url)
    const response = await next(request)
    return place.test(`${request.method} ${pathname}${search}`) ? change(response) : response
  }

const withHeader = ({ body, status, headers }: Response): Response =>
  new Response(body, { status, headers: { ...Object.fromEntries(headers), 'x-planted': '1' } })
const as =
  (status: number) =>
  ({ body, headers }: Response): Response =>
    new Response(body, { status, headers })
const refused = (status: number) => (response: Response) => (response.status < 400 ? response : as(status)(response))

/** Learns an emulator with such answers and asks its twin. */
async function compared(seed: number | undefined, between: NonNullable<Learning['between']>) {
  const learning = { allowWrites: false, between, ...(seed === undefined ? {} : { seed }) }
  const { emulator, learned, document } = await learnEmulator({}, learning)
  const target = toTarget(toTargetFile(emulator, 'http://target.test', true))
  const { document: ofTwin, options } = await makeTwin({ document, learned, target })
  return { learned, options, document: ofTwin, text: learnedText(ofTwin, []) }
}

type Plant = readonly [place: RegExp, change: (response: Response) => Response, told: string]

/** Answers that a service changes, and the line that names each, by the seed whose questions find it. */
const plants: Readonly<Record<number, readonly Plant[]>> = {
  1: [
    [/environments\?limit=1&starting/, withHeader, 'environments.behind-first: header x-planted only at the service'],
    [/0\/projects\/\w{26}\//, as(422), 'legacy.groups.project-malformed-1: status 422 at the service, 400 at the twin'],
    [/\/0\/no-such/, as(410), 'unknown.legacy: status 410 at the service, 404 at the twin'],
    [/resources$/, refused(403), 'resources.list.anonymous: status 403 at the service, 401 at the twin'],
  ],
  2: [
    [/resources\?limit=3/, as(203), 'resources.limit-3-of-more: status 203 at the service, 200 at the twin'],
    [/products\?brand=(?!no-such).+$/, withHeader, 'products.by-brand: header x-planted only at the service'],
    [/0\/issues\/.*events\/$/, refused(409), 'legacy.events.issue-unknown: status 409 at the service, 404 at the twin'],
    [/environments\?limit=-1/, as(422), 'environments.limit-negative: status 422 at the service, 400 at the twin'],
  ],
  3: [
    [/resources\?status=(?!no-)/, withHeader, 'resources.by-status: header x-planted only at the service'],
    [/^OPTIONS .*resources/, as(203), 'resources.options: status 203 at the service, 200 at the twin'],
  ],
  4: [[/prepare_state=$/, as(403), 'connect.code-empty: status 403 at the service, 400 at the twin']],
}

it.each(Object.keys(plants).map(Number))('names answers that no other question shows, by seed %d', async (seed) => {
  const lines = plants[seed]!.map(([, , told]) => told)
  const changing = plants[seed]!.map(([place, change]) => planted(place, change))
  const { document, text } = await compared(seed, (next) => changing.reduce((inner, change) => change(inner), next))
  const { asked, differences } = document.twin!
  expect(differences.map(({ question }) => question)).toEqual(lines.map((line) => line.split(':')[0]))
  for (const line of lines) expect(text).toContain(`  ${line}`)
  expect(text.trimEnd()).toMatch(
    new RegExp(`; ${asked - lines.length} of ${asked} answers alike, 7 operations assumed$`),
  )
})

it('teaches nothing by the further questions, and keeps their answers out of drift', async () => {
  const between = planted(/environments\?limit=1&starting/, withHeader)
  const [with1, without] = [await compared(1, between), await compared(undefined, between)]
  expect(with1.options.conventions).toEqual(without.options.conventions)
  expect(Object.keys(with1.document.answers)).toEqual(Object.keys(without.document.answers))
  expect(with1.document.twin!.asked).toBe(without.document.twin!.asked + with1.learned.further.asked.length)
  expect(with1.learned.further.asked.length).toBeGreaterThan(7)
})

it('learns the descriptions of each part of the API, by operation where they differ', async () => {
  const allowing =
    (methods: string) =>
    ({ body, status, headers }: Response) =>
      new Response(body, { status, headers: { ...Object.fromEntries(headers), allow: methods } })
  const [ofGroups, ofTokens] = [
    planted(/^OPTIONS .*groups/, allowing('GET, POST, OPTIONS')),
    planted(/^OPTIONS \/access-tokens$/, allowing('GET, HEAD, POST, PATCH, OPTIONS')),
  ]
  const { document, options } = await compared(1, (next) => ofGroups(ofTokens(next)))
  expect(document.twin!.differences).toEqual([])
  const twin = createEmulator(options)
  const { projectId } = toTarget(toTargetFile(twin, 'http://twin.test', true)).samples!
  const allowed = async (path: string) => (await ask(twin, 'OPTIONS', path)).headers.get('allow')
  expect(await allowed(`/0/projects/${projectId}/groups/`)).toBe('GET, POST, OPTIONS')
  expect(await allowed('/access-tokens')).toBe('GET, HEAD, POST, OPTIONS, PATCH')
  expect(await allowed('/1.13/environments')).toBe('GET, HEAD, POST, OPTIONS')
})

const leftOutForBound = ({ missing }: LearnedService): readonly string[] =>
  missing.filter(({ cause }) => cause.kind === 'limit').map(({ question }) => question)

it.each([
  [false, 149],
  [true, 133],
])('asks all but the further operations of each part in a default run, with writes %j', async (allowWrites, most) => {
  const { learned } = await learnEmulator({}, { allowWrites, seed: 1, limits: { maxRequests: most } })
  expect(leftOutForBound(learned)).toEqual(
    ['resources', 'configurations', 'access-tokens', 'legacy.projects', 'legacy.events'].flatMap((name) => [
      `${name}.unknown-parameter`,
      `${name}.slash`,
    ]),
  )
})

it('asks each operation where the first of each part differ', async () => {
  const conventions = { trailingSlash: { $default: 'documented', 'products.list': 'any' } } as const
  const { learned } = await learnEmulator({ conventions }, { allowWrites: false, seed: 1 })
  expect(leftOutForBound(learned).filter((question) => question.endsWith('slash'))).toEqual([])
  expect(learned.observations.trailingSlash).toMatchObject({ value: conventions.trailingSlash })
})

it('asks each operation where a run has requests to spare', async () => {
  const { learned } = await learnEmulator({}, { seed: 1, limits: { maxRequests: 200 } })
  expect(leftOutForBound(learned)).toEqual([])
})

it('leaves more than a third of a default run that reads to the checks of stated requirements', async () => {
  const { learned } = await learnEmulator({}, { allowWrites: false, seed: 1 })
  expect(learned.requests).toBeLessThan(100)
})

it('says how many questions it left out', async () => {
  const { learned, document } = await learnEmulator({}, { allowWrites: false, seed: 1, limits: { maxRequests: 62 } })
  expect(learned.requests).toBe(62)
  const leftOut = Object.values(document.missing).filter(({ kind }) => kind === 'limit').length
  expect(leftOut).toBeGreaterThan(20)
  expect(learnedText(document, [])).toContain(
    `\nNot asked, as a limit of this run was reached: ${leftOut} questions.\n`,
  )
})

it('asks nothing more about an operation whose good request is refused', async () => {
  const sent: string[] = []
  const between: Learning['between'] = (next) => async (request) => {
    const { pathname, search } = new URL(request.url)
    if (!/products|capabilities/.test(pathname)) return await next(request)
    sent.push(`${request.headers.has('authorization') ? request.method : 'anonymous'} ${pathname}${search}`)
    return Response.json({ error: { code: 'no_such_path', message: 'no such path' } }, { status: 404 })
  }
  const { document } = await learnEmulator({}, { allowWrites: false, seed: 1, between })
  const ids = /[0-9A-Za-z]{27}/g
  expect(sent.map((line) => line.replaceAll(ids, '{id}'))).toEqual([
    'GET /1.13/pulse/catalogs/{id}/products',
    'anonymous /1.13/pulse/catalogs/{id}/products',
    'GET /1.13/pulse/catalogs/not-an-id/products',
    // Two connections are declared.
    'GET /services/{id}/capabilities',
    'GET /services/{id}/capabilities',
    'OPTIONS /1.13/pulse/catalogs/{id}/products',
    'anonymous /services/{id}/capabilities',
  ])
  expect(document.missing['products.limit-huge']).toEqual({ kind: 'refused' })
})

it('sends no wrong credentials, and none at all three times at most, where learning is gentle', async () => {
  const sent: string[] = []
  const between: Learning['between'] = (next) => async (request) => {
    const response = await next(request)
    if (request.headers.get('authorization') === null || response.status === 401)
      sent.push(`${request.method} ${new URL(request.url).pathname} ${response.status}`)
    return response
  }
  await learnEmulator({}, { allowWrites: false, gentle: true, seed: 1, between })
  expect(sent.filter((line) => line.endsWith(' 401')).length).toBe(3)
  expect(sent.filter((line) => !/ (?:401|200)$/.test(line))).toEqual([])
})

it('chooses other questions by other seeds, and each of a kind by seeds in a row', () => {
  const emulator = createEmulator()
  const target = toTarget(toTargetFile(emulator, 'http://target.test', true))
  const chosen = (seed: number, allowWrites = true) =>
    furtherQuestions(seed, { target, allowWrites }).map(({ id }) => id)
  expect(chosen(1)).toEqual(chosen(1))
  expect(chosen(1)).not.toEqual(chosen(2))
  const all = new Set(Array.from({ length: 60 }, (_none, seed) => chosen(seed)).flat())
  expect(all.size).toBeGreaterThan(80)
  expect(furtherQuestions(1, { target, allowWrites: false }).filter(({ effect }) => effect === 'write')).toEqual([])
})
