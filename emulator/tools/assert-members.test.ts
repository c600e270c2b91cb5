import { expect, it } from 'vitest'
import { createEmulator } from '../create-emulator.ts'
import { installFetch } from '../integrations/install-fetch.ts'
import { toMswHandlers } from '../integrations/msw.ts'
import { serve } from '../serve/serve.ts'
import { defineAdapter } from '../api/services/define-adapter.ts'

/** Passes a value that TypeScript would refuse. */
// eslint-disable-next-line typescript/no-explicit-any -- it replaces any type
const toAny = (value: unknown): any => value

it.each([
  [{ sead: 1 }, 'createEmulator does not take "sead"; did you mean seed? It takes seed, fixtures,'],
  [null, 'createEmulator takes an object with any of seed,'],
  ['x', /^createEmulator takes an object .*; got "x"\.$/],
  [{ requests: { entires: 10 } }, 'The option requests does not take "entires"; did you mean entries?'],
  [{ clock: { frosen: true } }, 'The option clock does not take "frosen"; did you mean frozen?'],
  [{ faults: { status: 503 } }, 'faults must be a list; got {"status":503}.'],
  [{ adapters: {} }, 'adapters must be a list; got {}.'],
  [{ conventions: 'defaultLimit=7' }, 'Conventions are an object, as in { defaultLimit: 50 }; got "defaultLimit=7".'],
  [{ fixtures: {} }, 'the name of a pack or the result of parseSeed'],
  [{ basePath: 3 }, 'basePath (--base-path) must be a path such as /api; got 3.'],
  [
    { publicUrl: 'api.example' },
    'publicUrl must be an absolute address such as https://api.example.com, without a user name, query or fragment; got "api.example".',
  ],
  [{ onError: 'log' }, 'onError must be a function; got "log".'],
])('refuses the options %j and says what is allowed', (options, message) => {
  expect(() => createEmulator(toAny(options))).toThrow(message)
})

it('refuses an argument without its required members', async () => {
  const emulator = createEmulator()
  const { stub, scenarios, requests } = emulator
  const needs = "A stub needs body, status or answer, as in { operation: 'flows.list', body: { data: [] } }; got "
  expect(() => stub(toAny({ operation: 'flows.list' }))).toThrow(`${needs}operation. To delay`)
  expect(() => stub(toAny({ operation: 'flows.list', body: undefined, times: 2 }))).toThrow(
    `${needs}operation, body, times.`,
  )
  expect(() => stub(toAny({ operation: 'flows.list', delay: 5 }))).toThrow(`${needs}operation, delay.`)
  expect(() => scenarios.add(toAny(undefined))).toThrow('There is no scenario undefined.')
  expect(() => emulator.setConventions(toAny(undefined))).toThrow('Conventions are an object')
  expect(() => requests.exactly(toAny(undefined))).toThrow('exactly takes a whole number of requests first')
  expect(() => installFetch(createEmulator(), toAny(undefined))).toThrow('installFetch takes an object with any of')
  expect(() => toMswHandlers(createEmulator(), toAny(undefined))).toThrow('toMswHandlers takes an object with any')
  await expect(emulator.saveCase(toAny({ wrld: 'blue' }))).rejects.toThrow(
    'saveCase does not take "wrld"; did you mean world?',
  )
})

it('says what is expected, given a wrong record, collection, id, world, adapter or address', () => {
  const emulator = createEmulator()
  expect(() => emulator.data.insert('catalogs', toAny([{ name: 'Spring' }]))).toThrow(
    'got a list: insertAll takes several records',
  )
  expect(() => emulator.data.insert(toAny(undefined))).toThrow(
    'The name of a collection must be a string; got undefined. The collections are workspaces,',
  )
  expect(() => emulator.data.remove('catalogs', toAny(undefined))).toThrow(
    'There is no record with the id undefined in catalogs.',
  )
  expect(() => emulator.worlds.use(toAny(undefined))).toThrow("A world's name has")
  expect(() => defineAdapter(toAny({ name: 'till' }))).toThrow(
    'An adapter must be an object with name, title, kind and a list of commands; got {"name":"till"}.',
  )
  expect(() => installFetch(emulator, { baseUrl: 'https://api.example?key=1', target: { fetch } })).toThrow(
    'must not have a query, since every path is appended to it; got "https://api.example?key=1".',
  )
  expect(() => toMswHandlers(emulator, { baseUrl: 'https://api.example', http: toAny({}) })).toThrow(
    "import { http } from 'msw'",
  )
})

it('refuses an option that a server does not have, before it listens', async () => {
  await expect(serve(createEmulator(), toAny({ prot: 0 }))).rejects.toThrow(
    'serve does not take "prot"; did you mean port?',
  )
})
