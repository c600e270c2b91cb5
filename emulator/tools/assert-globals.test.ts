import { afterEach, expect, it, vi } from 'vitest'
import { assertGlobals } from './assert-globals.ts'

afterEach(() => void vi.unstubAllGlobals())

it('names what is missing, as in jsdom', () => {
  const { TextEncoder: encoder } = globalThis
  Reflect.deleteProperty(globalThis, 'TextEncoder')
  try {
    expect(assertGlobals).toThrow(
      expect.objectContaining({
        code: 'missing_globals',
        message: expect.stringMatching(/^The emulator needs TextEncoder, which .*jest-fixed-jsdom/),
      }),
    )
  } finally {
    Object.assign(globalThis, { TextEncoder: encoder })
  }
})

it('names the classes of a polyfill whose bodies are not streams', () => {
  class Polyfilled {
    text() {}
  }
  vi.stubGlobal('Request', Polyfilled)
  vi.stubGlobal('Response', Polyfilled)
  expect(assertGlobals).toThrow(
    expect.objectContaining({
      code: 'missing_globals',
      message: expect.stringMatching(/needs Request and Response with bodies that are streams.*leave out the polyfill/),
    }),
  )
})
