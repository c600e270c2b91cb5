import { expect, it, vi } from 'vitest'
import { createEmulator } from '../create-emulator.ts'
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
