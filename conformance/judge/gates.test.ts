// A gateway is not the service: outages, edges, redirects and pages.
import { expect, it } from 'vitest'
import { resultLines, runKit, timelessSubject } from '../../testing/conformance/subject.ts'
import type { FetchFunction } from '../send/sender.ts'
import { whyUnreachable } from '../target/reachable.ts'

/** Answers in the place of a service. Undefined lets a request pass. */
type Gate = (count: number, request: Request, now: number) => Response | undefined

function openGate(gate: Gate) {
  const subject = timelessSubject({})
  let count = 0
  const fetch: FetchFunction = async (request) =>
    gate(++count, request, subject.time.now()) ?? (await subject.fetch(request))
  return { ...subject, fetch }
}

const edge = (status: number, headers: Readonly<Record<string, string>> = {}) =>
  new Response(`error code: ${status}`, { status, headers: { 'content-type': 'text/html', ...headers } })

/** An outage from the 300th request on, for a time in milliseconds. */
function outage(milliseconds: number, answer: () => Response): Gate {
  let from: number | undefined
  return (count, _request, now) => {
    if (count < 300) return undefined
    from ??= now
    return now < from + milliseconds ? answer() : undefined
  }
}

const everyNth = (nth: number, answer: () => Response): Gate => {
  return (count) => (count % nth === 0 ? answer() : undefined)
}

it.each<[string, Gate]>([
  ['an edge that answers 522 now and then', everyNth(401, () => edge(522))],
  [
    'a gateway that answers 408, 425, 523 and 530 in turn',
    (count) => (count % 150 === 0 ? edge([408, 425, 523, 530][(count / 150) % 4]!) : undefined),
  ],
  ['an outage of two seconds', outage(1800, () => edge(503))],
  [
    'an outage that asks to wait',
    outage(3000, () => Response.json({ error: 'busy' }, { status: 503, headers: { 'retry-after': '2' } })),
  ],
])('decides everything behind %s', async (_name, gate) => {
  const result = await runKit(openGate(gate))
  expect(resultLines(result, 'fail', 'error', 'blocked', 'insufficientEvidence')).toEqual([])
})

it('bases no verdict and no cause on a 503 to each POST', async () => {
  const result = await runKit(
    openGate((_count, { method }) => (method === 'POST' ? edge(503, { 'retry-after': '2' }) : undefined)),
    { only: ['ids.malformed*', 'pat.*', 'services.*'] },
  )
  expect(resultLines(result, 'fail', 'error')).toEqual([])
  const causes = new Set(result.results.flatMap(({ cause }) => (cause ? [cause.kind] : [])))
  expect([...causes].filter((kind) => kind === 'credential' || kind === 'refused')).toEqual([])
})

const page = (status: number) => () =>
  new Response('<!doctype html><title>Sign in</title>', { status, headers: { 'content-type': 'text/html' } })
const redirect =
  (to: (url: URL) => string, status = 301) =>
  (request: Request) =>
    new Response(null, { status, headers: { location: to(new URL(request.url)) } })

it.each<[string, (request: Request) => Response, string]>([
  [
    'a redirect to https',
    redirect(({ host, pathname }) => `https://${host}${pathname}`),
    'everything redirects to https://target.test (301): declare that as the base URL',
  ],
  [
    'a redirect to another base path',
    redirect(({ pathname }) => `/api${pathname}`, 308),
    'everything redirects to http://target.test/api (308): declare that',
  ],
  [
    'a page to sign in',
    redirect(({ pathname }) => `https://login.test/sso?to=${pathname}`, 302),
    'everything redirects to https://login.test/sso (302), whatever is asked',
  ],
  [
    'a page of a firewall',
    page(403),
    'everything is answered by a page (403, text/html), “Sign in”, whatever is asked',
  ],
  ['a page', page(200), 'everything is answered by a page (200, text/html)'],
])('says what answers in place of the service: %s', async (_name, answer, words) => {
  const credentials = { token: 'a-token', oauth: { clientId: 'id', clientSecret: 'secret' } }
  const why = await whyUnreachable('http://target.test', {
    fetch: async (request) => answer(request),
    target: { credentials },
  })
  expect(why).toContain(words)
})

it.each<[string, (request: Request) => Response]>([
  ['JSON for whom it knows', (request) => (request.headers.has('authorization') ? Response.json([]) : page(403)())],
  ['pages of different statuses', (request) => page(request.url.includes('environments') ? 401 : 403)()],
  ['a page for unknown addresses', page(404)],
  ['JSON at the root', (request) => (request.url.endsWith('/0/') ? Response.json({ version: '0' }) : page(200)())],
])('attributes to the service itself an answer of %s', async (_name, answer) => {
  const credentials = { token: 'a-token' }
  expect(
    await whyUnreachable('http://target.test', { fetch: async (request) => answer(request), target: { credentials } }),
  ).toBeUndefined()
})

it.each([405, 501])(
  'does not blame the service for a %i of a gateway to OPTIONS at an address that is served',
  async (status) => {
    const result = await runKit(
      openGate((_count, { method }) => (method === 'OPTIONS' ? edge(status, { server: 'edge' }) : undefined)),
      { only: ['http.options*'] },
    )
    expect(resultLines(result, 'fail', 'error')).toEqual([])
    expect(result.results.filter(({ cause }) => cause?.kind === 'gateway').length).toBeGreaterThan(5)
  },
)
