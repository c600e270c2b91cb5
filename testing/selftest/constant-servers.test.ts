import { expect, it } from 'vitest'
import { isPassive } from '../../conformance/run/define-check.ts'
import { checks } from '../../conformance/rules/checks.ts'
import { emulatorSubject, runKit } from './subject.ts'

const json =
  (body: string, status = 200) =>
  () =>
    new Response(body, { status, headers: { 'content-type': 'application/json' } })

const servers: Readonly<Record<string, (request: Request) => Response>> = {
  '200 {}': json('{}'),
  '200 []': json('[]'),
  '400': json('{"error":"bad"}', 400),
  '401': json('{"error":"unauthenticated"}', 401),
  '404': json('{"error":"not found"}', 404),
  '500': json('{"error":"broken"}', 500),
  'an HTML page': () =>
    new Response('<!doctype html><title>Hello</title><p>Welcome', { headers: { 'content-type': 'text/html' } }),
  'an empty body': () => new Response(null, { status: 200 }),
  'a redirect to itself': (request) => new Response(null, { status: 302, headers: { location: request.url } }),
}

for (const [name, answer] of Object.entries(servers)) {
  it(`passes no check about behaviour against a server that always answers ${name}`, async () => {
    const { target } = emulatorSubject()
    const result = await runKit({ target, fetch: async (request) => answer(request) })
    const passed = result.results.filter(({ verdict }) => verdict === 'pass').map(({ check }) => check)
    expect(passed).toEqual([])
    expect(result.results.filter(({ verdict }) => verdict === 'error')).toEqual([])
    expect(result.results.length).toBe(checks.length)
    expect(checks.some((check) => isPassive(check))).toBe(true)
  })
}
