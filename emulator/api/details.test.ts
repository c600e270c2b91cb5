// A reader of a detail needs only its message: the console shows it as it is.
import { expect, it } from 'vitest'
import { create, checkedEmulator } from '../../testing/emulator/access-tokens.ts'
import { insertConnection } from '../../testing/emulator/services.ts'
import { type ReadResponse, ask } from '../../testing/suite/ask.ts'
import type { Conventions } from '../model/contract/conventions.ts'

const get = (path: string, conventions: Partial<Conventions> = {}) => ask(checkedEmulator(conventions), 'GET', path)
const id = '0'.repeat(27)
const refused: readonly (readonly [what: string, send: () => Promise<ReadResponse>])[] = [
  ['an unknown version', () => get('/9.99/environments')],
  ['a scope id without prefix', () => get(`/1.13/configurations/${id}`, { bareScope: 'refuse' })],
  ['a scope id with another prefix', () => get(`/1.13/configurations/res_${id}`)],
  ['an unknown scope of a token', () => create(checkedEmulator(), { scopes: ['nothing'] })],
  ['an unknown value of an enum', () => get('/1.13/projects?status=nothing')],
  [
    'an unknown command',
    () => {
      const emulator = checkedEmulator()
      return ask(emulator, 'POST', `/services/${insertConnection(emulator, 'shop')}/nothing`, { json: {} })
    },
  ],
]

it.each(refused)('names the allowed values in the message of each detail given %s', async (_what, send) => {
  const { json } = await send()
  const [detail] = json.error.details
  expect(detail.allowed.length).toBeGreaterThan(0)
  for (const value of detail.allowed) expect(detail.message).toContain(value)
})

it('lists unknown members together with the faults of the others', async () => {
  const emulator = checkedEmulator()
  const { status, json } = await ask(emulator, 'POST', '/1.13/catalogs', { json: { nmae: 'A', foo: 1, project_id: 7 } })
  expect([status, json.error.details.map(({ at }: { at: string }) => at)]).toEqual([
    400,
    ['/nmae', '/foo', '/project_id'],
  ])
  expect(json.error.message).toMatch(
    /^The member "nmae" is not known here; did you mean name\?.* \/foo is not known here; /,
  )
})
