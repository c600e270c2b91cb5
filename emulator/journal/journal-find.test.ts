import { expect, it } from 'vitest'
import { createEmulator } from '../create-emulator.ts'
import { ask } from '../../testing/suite/ask.ts'
import type { RequestSelector } from './selector.ts'

const clock = '2026-03-01T12:00:00Z'
const setUp = (options = {}) => createEmulator({ clock, ...options })
const products = ({ samples }: ReturnType<typeof createEmulator>) =>
  `/1.13/pulse/catalogs/${samples.catalogId}/products`

it('finds by operation, method, status, path, query, credentials and fault, all of which must match', async () => {
  const emulator = setUp({ faults: [{ operation: 'environments.list', status: 503 }] })
  await ask(emulator, 'GET', '/1.13/environments')
  await ask(emulator, 'GET', `${products(emulator)}?brand=Acme&limit=2`)
  await ask(emulator, 'GET', `${products(emulator)}?brand=Acme&brand=Umbra`)
  await ask(emulator, 'GET', '/1.13/projects', { auth: null })
  const found = (selector: RequestSelector) => emulator.requests.find(selector).map(({ index }) => index)
  expect(found({})).toEqual([1, 2, 3, 4])
  expect(found({ operation: 'products.list' })).toEqual([2, 3])
  expect(found({ method: 'get', status: 401 })).toEqual([4])
  expect(found({ path: '/1.13/projects' })).toEqual([4])
  expect(found({ query: { limit: 2 } })).toEqual([2])
  expect(found({ query: { brand: ['Acme', 'Umbra'] } })).toEqual([3])
  expect(found({ query: { brand: 'Acme' } })).toEqual([2])
  expect(found({ query: { limit: null } })).toEqual([1, 3, 4])
  expect(found({ credentials: 'none' })).toEqual([4])
  expect(found({ faulted: true })).toEqual([1])
  expect(found({ faulted: false, operation: 'environments.list' })).toEqual([])
  expect(found({ query: { toString: null } })).toEqual([1, 2, 3, 4])
})

it.each<[object, string]>([
  [{ where: {} }, 'does not take "where"'],
  [{ status: '200' }, 'status of a selector must be a whole number from 100 to 599, or null; got "200".'],
  [{ method: 'GTE' }, 'method of a selector must be a method of HTTP; got "GTE"; did you mean GET?'],
  [{ path: '1.13/environments' }, "that begins with a slash, such as '/1.13/environments'; got"],
  [{ path: '/1.13/environments?limit=2' }, 'without the query, which query selects'],
  [{ credentials: 'apikey' }, 'got "apikey"; did you mean apiKey?'],
  [{ faulted: 'yes' }, 'faulted of a selector must be true or false; got "yes".'],
  [{ query: { filter: { brand: 'Acme' } } }, 'query.filter of a selector must be a string'],
  [{ query: new URLSearchParams('limit=2') }, 'query of a selector must be an object of values by parameter'],
])('refuses %j, which no request can match', (selector, message) => {
  const { requests } = setUp()
  expect(() => requests.find(selector)).toThrow(expect.objectContaining({ code: 'invalid_option' }))
  expect(() => requests.find(selector)).toThrow(message)
})

it('shows the nearest request and its differences, preferring the same operation', async () => {
  const emulator = setUp()
  await ask(emulator, 'GET', `${products(emulator)}?brnd=Acme&limit=2`)
  await ask(emulator, 'GET', '/1.13/environments?brand=Acme&limit=5')
  const { catalogId } = emulator.samples
  const missing = () => emulator.requests.one({ operation: 'products.list', query: { brand: 'Acme', limit: 5 } })
  expect(missing).toThrow(expect.objectContaining({ name: 'EmulatorError', code: 'unexpected_requests' }))
  expect(missing).toThrow(
    'Expected one request with {"operation":"products.list","query":{"brand":"Acme","limit":5}}; none of 2 matches. ' +
      `The nearest is #1 GET /1.13/pulse/catalogs/${catalogId}/products?brnd=Acme&limit=2 (products.list) 200: ` +
      'query.brand is absent, not "Acme"; query.limit is "2", not "5".',
  )
})

it('lists the requests when several match, and says when none were received', async () => {
  const emulator = setUp()
  expect(() => emulator.requests.one({ operation: 'legacy.root' })).toThrow(
    'Expected one request with {"operation":"legacy.root"}; no requests were received.',
  )
  for (let count = 0; count < 7; count++) await ask(emulator, 'GET', '/0/', { auth: null })
  expect(() => emulator.requests.one({ operation: 'legacy.root' })).toThrow(
    `got 7: ${[1, 2, 3, 4, 5].map((index) => `#${index} GET /0/ (legacy.root) 200`).join(', ')} and 2 more.`,
  )
})

it('returns exactly the expected number of requests, which may be 0', async () => {
  const emulator = setUp()
  expect(emulator.requests.exactly(0)).toEqual([])
  await ask(emulator, 'GET', '/0/', { auth: null })
  await ask(emulator, 'GET', '/0/', { auth: null })
  expect(emulator.requests.exactly(2, { operation: 'legacy.root' }).map(({ index }) => index)).toEqual([1, 2])
  expect(() => emulator.requests.exactly(0, { operation: 'legacy.root' })).toThrow(
    'Expected no requests with {"operation":"legacy.root"}; got 2: #1',
  )
  expect(() => emulator.requests.exactly(3, { operation: 'mcp' })).toThrow(
    'Expected 3 requests with {"operation":"mcp"}; none of 2 matches. ' +
      'The nearest is #2 GET /0/ (legacy.root) 200: operation is "legacy.root", not "mcp".',
  )
})

it('describes a request on one line, even one with line breaks or 900 characters', async () => {
  const emulator = setUp()
  await ask(emulator, 'GET', `/0/?a=${encodeURIComponent('1&b=2\n# 3')}&${'long='.padEnd(900, 'x')}`, { auth: null })
  const message = (() => {
    try {
      return String(emulator.requests.one({ operation: 'mcp' }))
    } catch (error) {
      return (error as Error).message
    }
  })()
  expect(message).toContain('/0/?a=1%26b%3D2%0A%23%203&long=xxx')
  expect(message.length).toBeLessThan(800)
})
