import { expect, it } from 'vitest'
import { createEmulator } from '../create-emulator.ts'
import { controlEndpoints } from './control-endpoints.ts'

/** The processor time that a refusal may take, in milliseconds. */
const most = 50

/** The members that a schema names, at any depth. */
function schemaMembers(schema: unknown): readonly string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const { properties } = schema as { readonly properties?: object }
  return [...Object.keys(properties ?? {}), ...Object.values(schema).flatMap(schemaMembers)]
}

const length = 20_000
/** Texts that begin like a value, over and over again. */
const texts: readonly string[] = [
  '1'.repeat(length),
  `2026-01-01T00:00:00.${'0'.repeat(length)}Z`,
  'a.'.repeat(length / 2),
  '/a'.repeat(length / 2),
]

const fault = { operation: 'projects.list' }
const emulator = createEmulator()

/** Sends a request as often as it takes to be within the bound, as the first may compile something. */
async function leastCost(method: string, path: string, body: string | undefined): Promise<number> {
  let least = Infinity
  for (let attempt = 0; attempt < 20 && least > most; attempt++) {
    const authorization = `Bearer ${emulator.credentials.token}`
    const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream', authorization }
    const request = new Request(`http://localhost${path}`, { method, headers, body: body ?? null })
    const before = process.cpuUsage()
    const response = await emulator.fetch(request)
    // A tool is refused in a stream, and the stream of events does not end.
    await (path === '/mcp' ? response.text() : response.body?.cancel())
    const { user, system } = process.cpuUsage(before)
    least = Math.min(least, (user + system) / 1000)
  }
  return least
}

const filled = (path: string) => `/_emulator${path}`.replace('{collection}', 'projects').replace(/\{\w+\}/g, 'x')

const cases = controlEndpoints.flatMap(({ method, path, body, query }) => [
  ...[...new Set(schemaMembers(body))].map((name) => [method, path, 'member', name] as const),
  ...Object.keys(query?.properties ?? {}).map((name) => [method, path, 'parameter', name] as const),
])

it.each(cases)('reads long texts in little time: %s %s, as the %s %s', async (method, path, place, name) => {
  for (const text of texts) {
    const cost =
      place === 'parameter'
        ? await leastCost(method, `${filled(path)}?${name}=${encodeURIComponent(text)}`, undefined)
        : await leastCost(method, filled(path), JSON.stringify({ ...(path === '/faults' && fault), [name]: text }))
    expect([text.slice(0, 30), cost]).toEqual([text.slice(0, 30), expect.toSatisfy((taken: number) => taken <= most)])
  }
})

it('refuses 19,000 arguments of a tool in little time', async () => {
  const many = Object.fromEntries(Array.from({ length: 19_000 }, (_, index) => [`k${index}`, 1]))
  const params = { name: 'list_projects', arguments: many }
  expect(
    await leastCost('POST', '/mcp', JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })),
  ).toSatisfy((taken: number) => taken <= most)
})
