import { gunzipSync } from 'node:zlib'
import { afterEach, expect, it, vi } from 'vitest'
import { createEmulator } from '../create-emulator.ts'
import { gzip } from './save-case.ts'
import { readCase } from '../serve/case/read-case.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

it('compresses without Node modules, as in a browser', async () => {
  vi.spyOn(process, 'getBuiltinModule').mockReturnValue(undefined as never)
  const packed = await gzip('ä'.repeat(1000))
  expect(gunzipSync(packed).toString()).toBe('ä'.repeat(1000))
})

it('keeps a case where jsdom hides the streams of the platform', async () => {
  for (const name of ['CompressionStream', 'DecompressionStream', 'Blob']) vi.stubGlobal(name, undefined)
  const emulator = createEmulator()
  await emulator.fetch('http://localhost/0/')
  const response = await emulator.fetch('http://localhost/_emulator/case')
  expect(response.status).toBe(200)
  const { events } = readCase(new Uint8Array(await response.arrayBuffer()))
  expect(events).toContainEqual(expect.objectContaining({ kind: 'request', path: '/0/' }))
})
