import { expect, it, vi } from 'vitest'
import { ask } from '../../../testing/suite/ask.ts'
import { createEmulator } from '../../create-emulator.ts'

const environments = '/1.13/environments'

it('answers by the request, the path and the world', async () => {
  const emulator = createEmulator()
  const [catalog] = emulator.data.find('catalogs')
  emulator.stub({
    operation: 'catalogs.retrieve',
    answer: ({ request, params, world }) => ({
      data: { name: `${request.method} ${world.data.get('catalogs', params['catalog_id']!)?.name}` },
    }),
  })
  const { status, json } = await ask(emulator, 'GET', `/1.13/catalogs/${catalog!.id}`)
  expect([status, json]).toEqual([200, { data: { name: `GET ${catalog!.name}` } }])
})

it('performs the request once when the function asks for the original answer', async () => {
  const emulator = createEmulator()
  const before = emulator.data.count('catalogs')
  const post = async () => {
    const { status, json } = await ask(emulator, 'POST', '/1.13/catalogs', { json: { name: 'Added' } })
    return [status, json.data.name, emulator.data.count('catalogs') - before]
  }
  emulator.stub({
    operation: 'catalogs.create',
    times: 1,
    answer: async ({ request, original }) => {
      const [{ status, body }, again] = [await original(), await original()]
      expect([status, again.body]).toEqual([201, body])
      const { name } = (await request.json()) as { name: string }
      return { data: { name: `${name} twice` } }
    },
  })
  emulator.stub({ operation: 'catalogs.create', answer: () => ({ data: { name: 'none' } }) })
  expect([await post(), await post()]).toEqual([
    [201, 'Added twice', 1],
    [200, 'none', 1],
  ])
})

it('sends a whole response, with the headers and the status of the stub where the function gives a body', async () => {
  const emulator = createEmulator()
  const operation = 'environments.list'
  const remove = emulator.stub({
    operation,
    answer: () => Response.json({ slow: 'down' }, { status: 429, headers: { 'Retry-After': '7' } }),
  })
  const refused = await ask(emulator, 'GET', environments)
  expect([refused.status, refused.headers.get('retry-after'), refused.json]).toEqual([429, '7', { slow: 'down' }])
  remove()
  emulator.stub({ operation, status: 202, headers: { 'X-Page': '1' }, answer: () => [{ name: 'Mine' }] })
  const accepted = await ask(emulator, 'GET', environments)
  expect([accepted.status, accepted.headers.get('x-page'), accepted.json]).toEqual([202, '1', [{ name: 'Mine' }]])
})

it.each<[string, string, () => never]>([
  [
    'throws',
    'expected the search to be lamp',
    () => {
      throw new Error('expected the search to be lamp')
    },
  ],
  ['returns nothing', 'it must return a body or a Response; got undefined', () => undefined as never],
  ['returns what is no JSON', 'Do not know how to serialize a BigInt', () => ({ big: 1n }) as never],
])("reports the test's own error when the function %s", async (_how, message, answer) => {
  const onError = vi.fn<(error: unknown) => void>()
  const emulator = createEmulator({ onError })
  emulator.stub({ operation: 'environments.list', answer })
  const { status, text } = await ask(emulator, 'GET', environments)
  const failed = `The function that answers environments.list failed: ${message}`
  expect([status, text]).toEqual([500, expect.stringContaining(failed)])
  expect(onError).toHaveBeenCalledOnce()
})

it('is listed in the faults of a world without its code, and is copied to a fork with it', async () => {
  const emulator = createEmulator({
    stubs: [{ operation: 'environments.list', answer: ({ world }) => [{ name: world.name }] }],
  })
  expect(emulator.faults.pending).toMatchObject([{ body: '(what a function of the test returns)', times: 'always' }])
  const answered = async (from = emulator, world = '') => (await ask(from, 'GET', `${world}${environments}`)).json
  expect([await answered(), await answered(emulator.fork()), await answered(emulator, '/~blue')]).toEqual([
    [{ name: 'default' }],
    [{ name: 'default' }],
    [{ name: 'blue' }],
  ])
  emulator.reset()
  expect(await answered()).toEqual([{ name: 'default' }])
})

it('refuses a value that is not a function, and a body next to a function', () => {
  const emulator = createEmulator()
  // @ts-expect-error -- It is no function.
  expect(() => emulator.stub({ operation: 'environments.list', answer: [] })).toThrow(
    'answer must be a function, as in answer: ({ request }) => ({ data: [] }); got []. A fixed answer is body.',
  )
  expect(() => emulator.stub({ operation: 'environments.list', answer: () => [], body: [] })).toThrow('got both')
  // @ts-expect-error -- A misspelt member.
  emulator.stub({ operation: 'environments.list', answer: () => ({ data: [{ nam: 'x' }] }) })
})
