import { expect, it } from 'vitest'
import { check, lines, run } from '../../testing/conformance/small-kit.ts'
import type { Target } from '../target/target-file.ts'
import { callHook, lookUntil } from './hooks.ts'

const oauth = { clientId: 'c', clientSecret: 'client-secret' }
const json = (body: unknown, status = 200) => Response.json(body, { status })

/** Calls a hook once, with these credentials. */
async function call(credentials: Target['credentials'], answer: () => Response) {
  const seen: { readonly authorization: string | null; readonly text: string; readonly key: string | null }[] = []
  const result = await run([check('ids.one', (session) => callHook(session, 'createProduct').then(() => 'called'))], {
    target: {
      baseUrl: 'http://target.test',
      ...(credentials ? { credentials } : {}),
      hooks: { createProduct: { method: 'POST', path: '/hook', body: { a: 1 }, headers: { 'x-key': 'k' } } },
    },
    fetch: async (request) => {
      if (request.url.endsWith('/oauth/token')) return json({ access_token: 'issued', expires_in: 60 })
      const { headers } = request
      seen.push({ authorization: headers.get('authorization'), text: await request.text(), key: headers.get('x-key') })
      return answer()
    },
  })
  return { lines: lines(result), seen, leftovers: result.leftovers }
}

it('leaves nothing behind by a hook, as the user asked for it', async () => {
  expect(await call({ token: 't' }, () => json({}))).toMatchObject({ seen: [{}], leftovers: [] })
})

it.each([
  [200, 'ids.one pass: called'],
  [202, 'ids.one pass: called'],
  [302, 'ids.one blocked: hooks.createProduct answered 302'],
  [404, 'ids.one blocked: hooks.createProduct answered 404'],
  [500, 'ids.one blocked: hooks.createProduct answered 500'],
])('takes a %i of a hook for what it is', async (status, line) => {
  const called = await call({ token: 't' }, () => json({}, status))
  expect(called.lines).toEqual([expect.stringMatching(new RegExp(`^${line}`))])
})

it.each<[string, Target['credentials'], string | null]>([
  ['a token', { token: 'own', oauth }, 'Bearer own'],
  ['a client', { oauth }, 'Bearer issued'],
  ['an API key alone', { apiKey: 'key' }, null],
  ['nothing', undefined, null],
])('sends what the target file says to a hook given %s', async (_what, credentials, authorization) => {
  const { seen } = await call(credentials, () => json({}))
  expect(seen).toEqual([{ authorization, text: '{"a":1}', key: 'k' }])
})

it.each([
  ['at once', 1, 'ids.one pass: 1 after 0 ms'],
  ['at the third look', 3, 'ids.one pass: 3 after 1000 ms'],
  ['never', Infinity, 'ids.one pass: 5 after 5500 ms'],
])('looks for what a hook created until it is shown %s', async (_when, listedAt, line) => {
  let looks = 0
  const look = check('ids.one', async (session) => {
    const { time } = session.run
    const begin = time.now()
    const seen = await lookUntil(
      session,
      async () => ++looks,
      (count) => count >= listedAt,
    )
    return `${seen} after ${time.now() - begin} ms`
  })
  expect(lines(await run([look]))).toEqual([line])
})
