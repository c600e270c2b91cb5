import { expect, it } from 'vitest'
import { Ledger } from './ledger.ts'
import { UntrackedWrites } from './untracked-writes.ts'

const id = '2rHt2Okh4RUnlKcuUyeAJjTsJzW'
const baseUrl = 'http://target.test'
const names = { version: '1.13', accessTokens: '/access-tokens', mcp: '/mcp' }

it.each([
  [`/access-tokens/${id}`, true],
  [`/access-tokens/pat_${id}?conformance=1`, true],
  [`/access-tokens/${id}x`, true],
  [`/access-tokens-of-mine/${id}`, false],
  ['/access-tokens/another', false],
  [`/things/${id}`, false],
])('notes a write to %s unless it is about a thing in the ledger: %s', (path, isKnown) => {
  const ledger = new Ledger()
  ledger.open({ runId: 'r', name: 'a token', id, path: '/access-tokens/{id}' })
  const writes = new UntrackedWrites(ledger, 'r', true)
  const answered = writes.begin({ method: 'PUT', url: `${baseUrl}${path}`, headers: {} }, { baseUrl, names })
  expect(answered === undefined).toBe(isKnown)
  expect(ledger.entries).toHaveLength(isKnown ? 1 : 2)
})

it('notes no session of MCP in a run that only reads, as reading takes one', () => {
  for (const [writes, count] of [
    [true, 1],
    [false, 0],
  ] as const) {
    const ledger = new Ledger()
    const sent = { method: 'POST', url: `${baseUrl}/mcp`, headers: {} }
    new UntrackedWrites(ledger, 'r', writes).begin(sent, { baseUrl, names })
    expect(ledger.entries).toHaveLength(count)
  }
})
