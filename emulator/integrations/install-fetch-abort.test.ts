import { expect, it } from 'vitest'
import { createEmulator } from '../create-emulator.ts'
import { withNote } from '../dialect/noted-response.ts'
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
