import { expect, it } from 'vitest'
import type { FuzzRequest } from './fuzz-request.ts'
import { newTally, runEpisode } from './run-episode.ts'
import { SecretOwners } from './secret-owners.ts'
import { setupOf } from './setups.ts'

const root: FuzzRequest = {
  world: 'default',
  worldBy: 'path',
  method: 'GET',
  path: '/0/',
  query: [],
  headers: [],
  body: undefined,
  mutations: [],
}
const plain = setupOf(0)

/** An episode with one request to an emulator that is broken so. */
const episodeOf = (wrap: () => Promise<Response>) => {
  const broken = { name: 'x', requirement: 'legacy.root', description: '', caughtBy: '', wrap: () => wrap } as const
  const setup = { ...plain, options: { ...plain.options, scenarios: [], deviations: [broken] } }
  return runEpisode(setup, [{ ...root }], newTally())
}

it('takes an emulator that keeps its promises', async () => {
  await expect(runEpisode(plain, [root], newTally())).resolves.toBeUndefined()
})

it.each([
  ['500', () => Response.json({}, { status: 500 }), '500, which nothing asked for'],
  ['a long refusal', () => new Response('x'.repeat(70_000), { status: 400 }), 'a refusal of 70000 bytes'],
  ['another answer than its document shows', () => Response.json({ version: 1 }), 'does not match the document'],
  ['a status that its document does not show', () => Response.json({}, { status: 418 }), 'documents no status 418'],
  ['a type that no answer has', () => new Response('x', { headers: { 'content-type': 'image/png' } }), 'Content-Type'],
  ['what is no JSON', () => new Response('{', { headers: { 'content-type': 'application/json' } }), 'not JSON'],
])('finds %s, and shows the request', async (_name, answer, message) => {
  const failed = episodeOf(async () => answer())
  await expect(failed).rejects.toThrow(message)
  await expect(failed).rejects.toThrow(/curl .*\/0\//)
})

it('finds an answer that never comes', async () => {
  await expect(episodeOf(() => new Promise(() => {}))).rejects.toThrow('has not ended')
})

it('finds a secret that another world issued', () => {
  const owners = new SecretOwners([])
  const token = `{"access_token":"acc_${'a'.repeat(40)}"}`
  expect(owners.isForeign(token, ['blue'])).toBe(false)
  expect(owners.isForeign(token, ['default', 'blue'])).toBe(false)
  expect(owners.isForeign(token, ['default'])).toBe(true)
})
