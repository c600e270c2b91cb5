import { expect, it } from 'vitest'
import { check, lines, run } from '../../testing/conformance/small-kit.ts'
import type { SenderLimits } from '../send/sender.ts'
import type { Target } from '../target/target-file.ts'
import { callHook, lookUntil } from './hooks.ts'

const oauth = { clientId: 'c', clientSecret: 'client-secret' }
const json = (body: unknown, status = 200) => Response.json(body, { status })

/** Calls a hook once, with these credentials. */
async function call(
  credentials: Target['credentials'],
  answer: () => Response,
  hooks: Target['hooks'] = {},
  limits: Partial<SenderLimits> = {},
) {
  const seen: { readonly authorization: string | null; readonly text: string; readonly key: string | null }[] = []
  const sent: string[] = []
  const result = await run([check('ids.one', (session) => callHook(session, 'createProduct').then(() => 'called'))], {
    target: {
      baseUrl: 'http://target.test',
      ...(credentials ? { credentials } : {}),
      hooks: { createProduct: { method: 'POST', path: '/hook', body: { a: 1 }, headers: { 'x-key': 'k' } }, ...hooks },
    },
    limits,
    fetch: async (request) => {
      if (request.url.endsWith('/oauth/token')) return json({ access_token: 'issued', expires_in: 60 })
      const { headers, method, url } = request
      if (method !== 'POST') sent.push(`${method} ${url} ${headers.get('authorization')} ${await request.text()}`)
      else
        seen.push({
          authorization: headers.get('authorization'),
          text: await request.text(),
          key: headers.get('x-key'),
        })
      return answer()
    },
  })
  return { lines: lines(result), seen, sent, leftovers: result.leftovers }
}

it.each([
  ['its id', json({ id: 'a1' }), 'product a1 made by hooks.createProduct: declare hooks.deleteProduct'],
  ['no id', json({}), 'product made by hooks.createProduct: declare hooks.deleteProduct'],
  ['an error of the server', json({}, 500), 'product made by hooks.createProduct: declare hooks.deleteProduct'],
])('lists what a hook made as left behind, given %s', async (_what, answer, line) => {
  expect((await call({ token: 't' }, () => answer.clone())).leftovers).toEqual([
    `${line} to have such products deleted`,
  ])
})

it('lists nothing as left behind given a refusal', async () => {
  expect((await call({ token: 't' }, () => json({}, 403))).leftovers).toEqual([])
})

it('lists nothing as left behind given a hook that the requests did not suffice for', async () => {
  const { seen, leftovers } = await call({ token: 't' }, () => json({ id: 'a1' }), {}, { maxRequests: 0 })
  expect({ seen, leftovers }).toEqual({ seen: [], leftovers: [] })
})

it.each<[string, Response, readonly string[]]>([
  ['a success', json({ id: 'a1' }), []],
  [
    'no id',
    json({}),
    ['product made by hooks.createProduct: the answer of the hook shows no id of a new product to delete it by'],
  ],
  [
    'an id that could lead elsewhere',
    json({ id: '../a' }),
    ['product made by hooks.createProduct: the answer of the hook shows no id of a new product to delete it by'],
  ],
])('deletes what a hook made by the other hook given %s', async (_what, answer, leftovers) => {
  const deleteProduct = { method: 'DELETE', path: '/made/$id', body: { of: '$id' } }
  const called = await call({ token: 't' }, () => answer.clone(), { deleteProduct })
  expect(called.leftovers).toEqual(leftovers)
  expect(called.sent).toEqual(leftovers.length === 0 ? ['DELETE http://target.test/made/a1 Bearer t {"of":"a1"}'] : [])
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

it('deletes nothing that a list showed before the hook', async () => {
  const making = check('ids.one', async (session) => {
    session.run.made.listed('products.list', [{ id: 'a1' }])
    await callHook(session, 'createProduct')
  })
  const methods: string[] = []
  const hooks = { createProduct: { method: 'POST', path: '/a' }, deleteProduct: { method: 'DELETE', path: '/a/$id' } }
  const fetch = async ({ method }: Request) => {
    methods.push(method)
    return json({ id: 'a1' })
  }
  const { leftovers } = await run([making], { target: { baseUrl: 'http://target.test', hooks }, fetch })
  expect(methods).not.toContain('DELETE')
  expect(leftovers).toHaveLength(1)
})
