// The requests of a run to a hook of the target file, and the end of the objects that the hook makes.
import { expect, it } from 'vitest'
import { runKit } from '../../testing/conformance/subject.ts'
import { json, oddEmulator, type Wrap } from '../../testing/servers/odd-emulator.ts'
import type { Target } from '../target/target-file.ts'

const path = '/_emulator/data/catalog_products'
const deleteProduct = { method: 'DELETE', path: `${path}/$id` }

type Answer = (id: string, older: string) => Response

/** Runs a check that needs a product of the hook, which has other answers. */
async function run(answer: Answer, change: (target: Target) => Partial<Target> = () => ({})) {
  const seen: (string | null)[] = []
  let older = ''
  const between: Wrap = (next) => async (request) => {
    const { method, url, headers } = request
    if (url.includes(path)) seen.push(method, headers.get('authorization'), headers.get('x-key'))
    const response = await next(request)
    older ||= /\/products\b/.test(url) ? /"id":"(\w{27})"/.exec(await response.clone().text())![1]! : ''
    return method === 'POST' && url.includes(path)
      ? answer(((await response.json()) as { id: string }).id, older)
      : response
  }
  const { options, ...subject } = oddEmulator({
    between,
    target: (target) => ({ ...target, ...change(target) }),
  })
  const { results, leftovers } = await runKit(subject, { ...options, only: ['ids.order.products'] })
  const [{ verdict, message }] = results as [(typeof results)[number]]
  return { end: `${verdict}: ${message}`, left: leftovers.join(), seen }
}

const undeclared = 'made by hooks.createProduct: declare hooks.deleteProduct to have such products deleted'
const unnamed = 'the answer of the hook shows no id of a new product to delete it by'

it.each<readonly [what: string, end: string, left: string, answer: Answer]>([
  ['its id', 'pass', undeclared, (id) => json({ id })],
  ['no id', 'pass', undeclared, () => json({})],
  ['an error of the server', 'blocked: hooks.createProduct answered 500', undeclared, () => json({}, 500)],
  ['a redirect', 'blocked: hooks.createProduct answered 302', undeclared, () => json({}, 302)],
  ['a refusal', 'blocked: hooks.createProduct answered 403', '', () => json({}, 403)],
])('reports what a hook left behind given %s', async (_what, end, left, answer) => {
  const ran = await run(answer)
  expect(ran.end.startsWith(end), ran.end).toBe(true)
  expect(ran.left).toContain(left)
  expect(ran.left === '').toBe(left === '')
})

it.each<readonly [what: string, left: string, answer: Answer]>([
  ['its id', '', (id) => json({ id })],
  ['no id', unnamed, () => json({})],
  ['an id that leads elsewhere', unnamed, (id) => json({ id: `../${id}` })],
  ['the id of an older product', unnamed, (_id, id) => json({ id })],
])('deletes what a hook made, and nothing else, given %s', async (_what, left, answer) => {
  const ran = await run(answer, ({ hooks }) => ({ hooks: { ...hooks, deleteProduct } }))
  expect(ran.seen.includes('DELETE')).toBe(left === '')
  expect(ran.left).toContain(left)
})

it.each<readonly [what: string, kinds: readonly (keyof NonNullable<Target['credentials']>)[], sent: RegExp]>([
  ['a token', ['token', 'oauth'], /^Bearer pat_/],
  ['a client', ['oauth'], /^Bearer (?!pat_)/],
])('sends headers and the credential of the target file to a hook given %s', async (_what, kinds, sent) => {
  const { seen } = await run(
    (id) => json({ id }),
    ({ credentials, hooks }) => ({
      credentials: Object.fromEntries(kinds.map((kind) => [kind, credentials![kind]])),
      hooks: { createProduct: { ...hooks!.createProduct!, headers: { 'x-key': 'k' } } },
    }),
  )
  expect(seen.slice(0, 3)).toEqual(['POST', expect.stringMatching(sent), 'k'])
})
