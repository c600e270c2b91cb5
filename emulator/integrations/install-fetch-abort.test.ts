import { expect, it, vi } from 'vitest'
import { createEmulator } from '../create-emulator.ts'
import { withNote } from '../api/dialect/noted-response.ts'
import { createTarget } from '../../testing/integrations/fetch-target.ts'
import { type FetchTarget, installFetch } from './install-fetch.ts'

const emulator = createEmulator()
const { credentials } = emulator
const headers = { authorization: `Bearer ${credentials.token}` }
const environments = 'https://api.example/1.13/environments'

function install(): FetchTarget {
  const target = createTarget()
  installFetch(emulator, { baseUrl: 'https://api.example', target })
  return target
}

it('ends a body that is not read yet with the reason of the signal, and the body of its clone', async () => {
  const { fetch } = install()
  const controller = new AbortController()
  const response = await fetch(environments, { headers, signal: controller.signal })
  const clone = response.clone()
  controller.abort('enough')
  await expect(response.json()).rejects.toBe('enough')
  await expect(clone.text()).rejects.toBe('enough')
})

it('gives the same answer with a signal as without one', async () => {
  const { fetch } = install()
  const plain = await fetch(environments, { headers })
  const { signal } = new AbortController()
  const withSignal = await fetch(environments, { headers, signal })
  expect(withSignal.status).toBe(200)
  expect([...withSignal.headers]).toEqual([...plain.headers])
  expect(await withSignal.text()).toBe(await plain.text())
})

it('keeps bytes that are no UTF-8, which the journal shows as another text', async () => {
  const bytes = new Uint8Array([0xef, 0xbb, 0xbf, 0xff])
  const answer = () => withNote(new Response(bytes), { text: new TextDecoder().decode(bytes), headers: {} })
  const target = createTarget()
  installFetch({ basePath: '', fetch: async () => answer() }, { baseUrl: 'https://api.example', target })
  const { signal } = new AbortController()
  const response = await target.fetch('https://api.example/0/', { signal })
  expect(new Uint8Array(await response.arrayBuffer())).toEqual(bytes)
})

it('ends at any moment of an abort, with the reason or the whole body', async () => {
  const target = createTarget()
  const answer = () => new Response('hello')
  installFetch({ basePath: '', fetch: async () => answer() }, { baseUrl: 'https://api.example', target })
  for (let turns = 0; turns < 40; turns++) {
    const controller = new AbortController()
    const read = target
      .fetch('https://api.example/0/', { signal: controller.signal })
      .then(async (response) => await response.text())
    const settled = read.then(
      (text) => text,
      (error: unknown) => error,
    )
    for (let turn = 0; turn < turns; turn++) await Promise.resolve()
    controller.abort('enough')
    expect(['hello', 'enough']).toContain(await settled)
  }
})

it('takes a Response that keeps its url as a property, and describes its clone', async () => {
  const target = createTarget()
  class CustomResponse extends Response {
    override url = ''
    override type = 'default' as const
    override clone(): Response {
      return new CustomResponse('x')
    }
  }
  installFetch({ basePath: '', fetch: async () => new CustomResponse('x') }, { baseUrl: 'https://api.example', target })
  const response = await target.fetch('https://api.example/0/')
  for (const copy of [response, response.clone(), response.clone().clone()])
    expect([copy.url, copy.type, copy.redirected]).toEqual(['https://api.example/0/', 'basic', false])
})

it('answers where there is no TextEncoder, as in the jsdom of Jest', async () => {
  vi.stubGlobal('TextEncoder', undefined)
  try {
    const { fetch } = install()
    for (const signal of [null, new AbortController().signal])
      expect(await (await fetch('https://api.example/0/', { headers, signal })).json()).toBeTypeOf('object')
  } finally {
    vi.unstubAllGlobals()
  }
})

it('follows a redirect whose body cannot be cancelled', async () => {
  const target = createTarget()
  const body = () =>
    new ReadableStream({
      cancel: () => {
        throw new Error('no')
      },
    })
  const answer = (url: string) =>
    url.endsWith('/next')
      ? new Response('there')
      : new Response(body(), { status: 302, headers: { location: '/next' } })
  installFetch({ basePath: '', fetch: async ({ url }) => answer(url) }, { baseUrl: 'https://api.example', target })
  expect(await (await target.fetch('https://api.example/0/')).text()).toBe('there')
})
