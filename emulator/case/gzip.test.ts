import { afterEach, expect, it, vi } from 'vitest'
import { createEmulator } from '../create-emulator.ts'
import { gunzip, gzip } from './gzip.ts'
import { readCase } from './read-case.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** Hides what jsdom hides from a test. */
function hideStreams(): void {
  for (const name of ['CompressionStream', 'DecompressionStream', 'Blob']) vi.stubGlobal(name, undefined)
}

it.each([
  ['jsdom', hideStreams],
  ['a browser', () => void vi.spyOn(process, 'getBuiltinModule').mockReturnValue(undefined as never)],
])('packs and unpacks in %s', async (_where, begin) => {
  begin()
  const packed = await gzip('ä'.repeat(1000))
  expect(packed.length).toBeLessThan(100)
  expect(await gunzip(packed, 2000)).toBe('ä'.repeat(1000))
  await expect(gunzip(packed, 1999)).rejects.toThrow('A case must have at most 1,999 bytes')
  await expect(gunzip(packed.slice(0, -9), 2000)).rejects.toThrow('it is cut off or damaged')
})

it('keeps a case where jsdom hides the streams of the platform', async () => {
  hideStreams()
  const emulator = createEmulator()
  await emulator.fetch('http://localhost/0/')
  const response = await emulator.fetch('http://localhost/_emulator/case')
  expect(response.status).toBe(200)
  const { events } = await readCase(new Uint8Array(await response.arrayBuffer()))
  expect(events).toContainEqual(expect.objectContaining({ kind: 'request', path: '/0/' }))
})
