import { afterEach, describe, expect, it, vi } from 'vitest'
import { createEmulator } from '../create-emulator.ts'
import { type FetchTarget, installFetch } from './install-fetch.ts'
import { readPendingJson, createTarget, rootAnswer } from '../../testing/integrations/fetch-target.ts'
import { baseUrl } from '../../testing/integrations/scene.ts'

describe('installed more than once', () => {
  const earlier = createEmulator({ basePath: '/one' })
  const two = createEmulator({ basePath: '/one/two' })
  const operations = async (target: FetchTarget) => {
    for (const emulator of [earlier, two]) emulator.requests.clear()
    const other = await readPendingJson(target.fetch('https://other.example/'))
    const paths = ['/one/0/', '/one/two/0/'].map((path) => target.fetch(`https://api.example${path}`))
    const passed = (await Promise.all(paths.map(readPendingJson))).map((body) => 'passed' in (body as object))
    return [earlier.requests.find().map(({ path }) => path), two.requests.find().map(({ path }) => path), passed, other]
  }
  const passedOn = { passed: 'https://other.example/' }

  it.each(['in order', 'in reverse'])('prefers the longer base URL, and restores %s', async (order) => {
    const target = createTarget()
    const before = target.fetch
    const installed = [
      installFetch(two, { baseUrl: 'https://api.example/one/two', target }),
      installFetch(earlier, { baseUrl: 'https://api.example/one', target }),
    ]
    expect(await operations(target)).toEqual([['/0/'], ['/0/'], [false, false], passedOn])
    const [first, second] = order === 'in order' ? installed : installed.toReversed()
    first!.restore()
    expect(await operations(target)).toEqual(
      order === 'in order'
        ? [['/0/', '/two/0/'], [], [false, false], passedOn]
        : [[], ['/0/'], [true, false], passedOn],
    )
    first!.restore()
    second!.restore()
    expect(target.fetch).toBe(before)
  })

  it('restores by two copies of the package in any order, as after jest.resetModules()', async () => {
    vi.resetModules()
    const copy = await import('./install-fetch.ts')
    expect(copy.installFetch).not.toBe(installFetch)
    const target = createTarget()
    const before = target.fetch
    const first = installFetch(earlier, { baseUrl: 'https://api.example/one', target })
    const second = copy.installFetch(two, { baseUrl: 'https://api.example/one/two', target })
    expect(await operations(target)).toEqual([['/0/'], ['/0/'], [false, false], passedOn])
    first.restore()
    expect(await operations(target)).toEqual([[], ['/0/'], [true, false], passedOn])
    second.restore()
    expect(target.fetch).toBe(before)
  })
})

describe('restored', () => {
  const before = Object.getOwnPropertyDescriptor(globalThis, 'fetch')
  afterEach(() => {
    expect(Object.getOwnPropertyDescriptor(globalThis, 'fetch')).toEqual(before)
  })

  it('puts the global fetch back at the end of a `using` scope', async () => {
    {
      using _installed = installFetch(createEmulator({ basePath: '/platform' }), { baseUrl })
      expect(await readPendingJson(fetch(`${baseUrl}/0/`))).toEqual(rootAnswer)
    }
  })

  it('keeps a fetch that wrapped it later, and passes its requests on', async () => {
    const target = createTarget()
    const installed = installFetch(createEmulator(), { baseUrl: 'https://api.example', target })
    const inner = target.fetch
    const outer: FetchTarget['fetch'] = (...args) => Reflect.apply(inner, target, args)
    target.fetch = outer
    installed.restore()
    expect(target.fetch).toBe(outer)
    expect(await readPendingJson(target.fetch('https://api.example/0/'))).toEqual({ passed: 'https://api.example/0/' })
  })
})
