// The requests that follow a failure and narrow it down.
import { expect, it } from 'vitest'
import { everyDeviation } from '../../testing/faults/faults.ts'
import { product } from '../../testing/product/product.ts'
import { deviatingSubject, runKit } from '../../testing/conformance/subject.ts'
import type { ConformanceOptions } from '../judge/run-conformance.ts'
import { writeReport } from '../report/service-document.ts'
import { defaultLimits, type FetchFunction } from '../send/sender.ts'

/** The result of a run against a fault, behind something of its own. */
async function runFault(
  name: string,
  options: Partial<ConformanceOptions>,
  wrap: (next: FetchFunction) => FetchFunction = (next) => next,
) {
  const fault = [...everyDeviation, ...product].find((other) => other.name === name)
  if (!fault) throw new Error(`There is no fault ${name}`)
  const subject = deviatingSubject({ caughtBy: '', ...fault })
  const result = await runKit({ ...subject, fetch: wrap(subject.fetch) }, options)
  return { result, report: writeReport('terminal', result).replaceAll(/\s+/g, ' ') }
}

it.each([
  ['ended-token-refused/environments.list/expired', 'pat.expires'],
  ['ended-token-refused/environments.list/revoked', 'pat.revoke'],
  ['pat-expires-an-hour-late', 'pat.expires'],
])('sends an ended token to no further place in a gentle run: %s', async (name, requirement) => {
  const refused: string[] = []
  const { report } = await runFault(name, { only: [requirement], gentle: true }, (next) => async (request) => {
    const response = await next(request)
    if (response.status === 401 && request.headers.has('authorization')) refused.push(request.url)
    return response
  })
  expect(report).toContain(`✗ ${requirement} `)
  expect(refused.length, refused.join('\n')).toBeLessThanOrEqual(2)
})

it.each([
  [true, 0],
  [false, 1],
])('sends the API key with a password unless a run is gentle (%s)', async (gentle, times) => {
  const passwords: string[] = []
  const { report } = await runFault(
    'api-key-needs-a-password',
    { only: ['auth.api-key'], gentle },
    (next) => (request) => {
      const [scheme, pair] = (request.headers.get('authorization') ?? '').split(' ')
      if (scheme === 'Basic' && atob(pair!).endsWith(':password')) passwords.push(request.url)
      return next(request)
    },
  )
  expect(report).toContain('the API key is refused')
  expect(passwords).toHaveLength(times)
})

it.each([11, 13, 15, 18])('finds no bound of an expiry in a quota of %i tokens', async (quota) => {
  const live = new Set<string>()
  const { report } = await runFault(
    'expiry-minimum-too-low/unix-seconds/five-days',
    { only: ['pat.expiry-minimum'] },
    (next) => async (request) => {
      const { pathname } = new URL(request.url)
      const isCreation = request.method === 'POST' && pathname === '/access-tokens'
      if (isCreation && live.size >= quota)
        return Response.json({ message: 'quota of tokens reached' }, { status: 409 })
      const response = await next(request)
      if (isCreation && response.ok) live.add(((await response.clone().json()) as { id: string }).id)
      if (request.method === 'DELETE' && response.ok) live.delete(pathname.split('/').at(-1)!)
      return response
    },
  )
  expect(report).toContain('pat.expiry-minimum: ')
  if (quota > 13) expect(report).toContain('Now it is between 2 days ahead and 1 day ahead.')
  else expect(report).not.toContain('Now it is between')
})

it('does not confuse a record with another whose other members are equal', async () => {
  const reversed = (id: string) => Array.from(id).toReversed().join('')
  const { report } = await runFault(
    'id-long-last/products.list/with-limit',
    { only: ['ids.grammar', 'filters.*'] },
    (next) => async (request) => {
      const response = await next(request)
      if (!request.url.includes('/products')) return response
      const text = await response.text()
      return new Response(text.replaceAll(/(?<="id":")\w{27}(?=")/g, reversed), response)
    },
  )
  expect(report).toContain('ids.grammar: an id of 28 characters')
  expect(report).not.toContain('the same record has the id')
})

it.each([400, 404, 408])(
  'lets a failure stand that the limit of %i requests leaves without neighbours',
  async (maxRequests) => {
    const { report, result } = await runFault('enum-unlisted-upper-case/resources.list?status/always', {
      only: ['filters.enum-*'],
      limits: { ...defaultLimits, maxRequests },
    })
    expect(report).toContain('filters.enum-invalid: ')
    expect(result.requests).toBeLessThanOrEqual(maxRequests)
  },
)

it.each([
  ['with', 'with an undocumented parameter in the query ('],
  ['without', 'the name of the body is ignored at POST /access-tokens even without a query ('],
])('says that a body is ignored %s a query', async (kind, text) => {
  const { report } = await runFault(
    'query-on-writes-hides-no-body/access-tokens.create/with-other-parameter',
    { only: ['http.query-on-writes'] },
    (next) => async (request) => {
      const isQry = request.method === 'POST' && kind === 'without' && request.url.endsWith('/access-tokens')
      const body = isQry ? ((await request.clone().json()) as { name: string }) : undefined
      if (!body || !/-[0-3]$/.test(body.name)) return await next(request)
      return await next(new Request(request, { method: 'POST', body: JSON.stringify({ ...body, name: 'unnamed' }) }))
    },
  )
  expect(report).toContain(text)
})
