import { expect, it } from 'vitest'
import { ask } from '../../../testing/suite/ask.ts'
import {
  environments,
  faultyEmulator,
  get,
  tokenRequest,
  wholeBody,
} from '../../../testing/emulator/faulty-emulator.ts'

const values: Record<string, unknown> = {
  object: { a: 1 },
  empty: {},
  array: [1, 2],
  list: [],
  text: 'plain',
  none: '',
  number: 12,
  digit: 7,
  negative: -1,
  yes: true,
  nothing: null,
  quote: 'a"b',
  ключ: 'значение',
}

it.each(Object.keys(values))('breaks the JSON of a value that is %s, and sends the whole body', async (name) => {
  const emulator = faultyEmulator({ operation: 'configurations.value', breakJson: true })
  const { scopeId } = emulator.samples
  expect((await ask(emulator, 'PUT', `/1.13/configurations/${scopeId}`, { json: values })).status).toBe(200)
  const path = `/1.13/configurations/${scopeId}?path=${encodeURIComponent(name)}`
  const broken = await (await get(emulator, path)).text()
  expect(() => JSON.parse(broken) as unknown).toThrow(SyntaxError)
  expect((await ask(emulator, 'GET', path)).json).toEqual(values[name])
})

it('sends another Content-Type and the same body', async () => {
  const { headers, text } = await ask(
    faultyEmulator({ headers: { 'Content-Type': 'text/html; charset=utf-8' } }),
    'GET',
    environments,
  )
  expect([headers.get('content-type'), text]).toEqual(['text/html; charset=utf-8', await wholeBody()])
  const refused = await ask(
    faultyEmulator({ headers: { 'Content-Type': 'text/html' }, status: 502 }),
    'GET',
    environments,
  )
  expect([refused.status, refused.headers.get('content-type')]).toEqual([502, 'text/html'])
  const emulator = faultyEmulator({ headers: { 'Content-Type': 'text/html' }, status: 502 })
  expect((await ask(emulator, 'POST', '/oauth/token', tokenRequest(emulator))).headers.get('content-type')).toBe(
    'text/html',
  )
})
