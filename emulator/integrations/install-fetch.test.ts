import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createEmulator } from '../create-emulator.ts'
import { type FetchTarget, installFetch, type InstalledFetch } from './install-fetch.ts'
import { toMswHandlers } from './msw.ts'
import { serve } from '../serve/serve.ts'
import { apiBehaviours } from '../../testing/integrations/api-behaviours.ts'
import { Client } from '../../testing/integrations/client.ts'
import { type Loopback, startLoopback } from '../../testing/integrations/loopback.ts'
import { type Echo, networkBehaviours } from '../../testing/integrations/network-behaviours.ts'
import { readPendingJson, createTarget, rootAnswer } from '../../testing/integrations/fetch-target.ts'
import { baseUrl, createScene } from '../../testing/integrations/scene.ts'

describe('in Node', () => {
  let network: Loopback
  let installed: InstalledFetch
  let client: Client
  beforeAll(async () => {
    network = await startLoopback()
    const { answering, facts } = createScene(network.url)
    installed = installFetch(answering, { baseUrl })
    client = new Client(facts)
  })
  afterAll(async () => {
    installed.restore()
    await network.close()
  })

  it.each([...apiBehaviours, ...networkBehaviours])('a client $name', async ({ observe, expected }) => {
    expect(await observe(client)).toEqual(expected)
  })
})

const trap = `${baseUrl}/trap`

/** Makes a target with the scene's emulator installed. */
function install(more?: object): FetchTarget {
  const target = createTarget(more)
  installFetch(createScene('').answering, { baseUrl, target })
  return target
}

it.each([
  ['a URL', new URL(`${baseUrl}/0/`)],
  ['an address that must be normalized', `${baseUrl.replace('https://api', 'HTTPS://API')}/x/../0/#fragment`],
])('answers %s', async (_, input) => {
  expect(await readPendingJson(install().fetch(input))).toEqual(rootAnswer)
})

it('lets init override a Request, and consumes its body', async () => {
  const { fetch } = install()
  const request = new Request(`${trap}/echo`, { method: 'POST', body: 'body', headers: { 'x-own': 'of the request' } })
  const echo = (await readPendingJson(fetch(request, { headers: { 'x-own': 'of init' } }))) as Echo
  expect([echo.method, echo.headers['x-own'], String.fromCharCode(...echo.body), request.bodyUsed]).toEqual([
    'POST',
    'of init',
    'body',
    true,
  ])
})

it('passes every other request to the original fetch unchanged, even one that is not a URL', async () => {
  const target = install()
  expect(await readPendingJson(target.fetch('https://other.example/0/', { method: 'PUT' }))).toEqual({
    passed: 'https://other.example/0/',
    method: 'PUT',
  })
  expect(await readPendingJson(target.fetch(new Request(baseUrl.replace('https', 'http'))))).toEqual({
    passed: `Request ${baseUrl.replace('https', 'http')}`,
  })
  expect(await readPendingJson(target.fetch(`${baseUrl}s/0/`))).toEqual({ passed: `${baseUrl}s/0/` })
  expect(await readPendingJson(target.fetch('/0/'))).toEqual({ passed: '/0/' })
})

it('resolves a relative URL against the location', async () => {
  const { fetch } = install({ location: new URL(`${baseUrl}/page/index.html`) })
  expect(await readPendingJson(fetch('../0/'))).toEqual(rootAnswer)
  const based = install({ location: new URL('https://other.example/'), document: { baseURI: `${baseUrl}/` } })
  expect(await readPendingJson(based.fetch('0/'))).toEqual(rootAnswer)
})

it('follows a redirect to another server with the original fetch, without the credentials', async () => {
  const seen: Headers[] = []
  const target: FetchTarget = {
    fetch: (input) => (seen.push((input as Request).headers), Promise.resolve(new Response('elsewhere'))),
  }
  installFetch(
    { basePath: '', fetch: () => Promise.resolve(Response.redirect('https://other.example/x', 302)) },
    { baseUrl: 'https://api.example', target },
  )
  const response = await target.fetch('https://api.example/', {
    headers: { authorization: 'Bearer secret', cookie: 'a=b', 'x-own': 'kept' },
  })
  expect([await response.text(), response.url, response.redirected]).toEqual([
    'elsewhere',
    'https://other.example/x',
    true,
  ])
  expect(Object.fromEntries(seen[0]!)).toEqual({ 'x-own': 'kept' })
})

it('refuses a baseUrl whose path is not the base path, and changes nothing', () => {
  const target = createTarget()
  const before = target.fetch
  expect(() => installFetch(createEmulator(), { baseUrl: 'https://api.example.com/v1', target })).toThrow(
    "createEmulator({ basePath: '/v1' })",
  )
  expect(target.fetch).toBe(before)
})

it.each(['https://user@api.example.com', 'https://:secret@api.example.com'])('refuses the baseUrl %s', (address) => {
  const install = () => installFetch(createEmulator(), { baseUrl: address, target: createTarget() })
  expect(install).toThrow('baseUrl must not have a user name or a password')
  expect(install).not.toThrow('secret')
})

it.each<[string, object | null]>([
  ['null', null],
  ['no fetch, as a window of jsdom', {}],
  ['a fetch that is not a function', { fetch: 'fetch' }],
  ['a frozen object', Object.freeze(createTarget())],
])('refuses a target that is %s', (_name, target) => {
  expect(() =>
    installFetch(createEmulator(), { baseUrl: 'https://api.example', target: target as FetchTarget }),
  ).toThrow('target must be an object whose fetch is a function and can be replaced')
})

it('refuses a value that is not an emulator, also in serve and in MSW', () => {
  const options = { baseUrl: 'https://api.example' }
  for (const begin of [
    () => installFetch(options as never, options),
    () => installFetch(undefined as never, options),
    () => toMswHandlers(options as never, options as never),
    () => serve({ port: 0 } as never),
  ])
    expect(begin).toThrow(/^\w+ takes an emulator, from createEmulator\(\), as its first argument; got /)
})
