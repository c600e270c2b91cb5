import { expect, it } from 'vitest'
import { check, run } from '../../testing/conformance/small-kit.ts'
import { assertAllowed } from './assert-allowed.ts'

const refusal = (status: number, message: string) => Response.json({ message }, { status })
const forbidden = () => refusal(403, 'The scope is missing.')

/** The conclusion about a refused request with a query and a body: `judged` stands for no conclusion. */
it.each<[verdict: string, what: string, theirs: () => Response, ofNeverIssued: () => Response]>([
  ['insufficientEvidence', 'a 403, and a 401 for a value that was never issued', forbidden, () => refusal(401, 'no')],
  ['insufficientEvidence', 'a 403 in other words than for such a value', forbidden, () => refusal(403, 'Unknown.')],
  ['insufficientEvidence', 'a 403 in the words of a 401', forbidden, () => refusal(401, 'The scope is missing.')],
  ['judged', 'the same 403 for such a value', forbidden, forbidden],
  ['judged', 'a 404', () => refusal(404, 'no'), () => refusal(401, 'no')],
  ['judged', 'a 500', () => refusal(500, 'no'), () => refusal(401, 'no')],
])('concludes %s given %s', async (verdict, _what, theirs, ofNeverIssued) => {
  const seen: string[] = []
  const result = await run(
    [
      check('ids.one', async (session) => {
        const exchange = await session.send({ method: 'POST', path: '/x', query: { a: '1' }, json: { b: 2 } })
        await assertAllowed(session, exchange)
        return 'judged'
      }),
    ],
    {
      target: { baseUrl: 'http://target.test/api/', credentials: { token: 'good-token' } },
      fetch: async (request) => {
        const isGood = request.headers.get('authorization') === 'Bearer good-token'
        // That the token is refused everywhere is another matter.
        if (request.method === 'GET' && isGood) return Response.json({ data: [] })
        if (request.method === 'POST') seen.push(`${request.method} ${request.url} ${await request.text()}`)
        return isGood ? theirs() : ofNeverIssued()
      },
    },
  )
  expect(result.results.map((finding) => finding.message || finding.verdict)).toEqual([
    verdict === 'judged' ? 'judged' : expect.stringMatching(/^the Bearer token may not POST \/x .*declare one/),
  ])
  expect(new Set(seen)).toEqual(new Set(['POST http://target.test/api/x?a=1 {"b":2}']))
})
