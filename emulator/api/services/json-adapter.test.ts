import { expect, it } from 'vitest'
import { askService, insertConnection, servicesEmulator } from '../../../testing/emulator/services.ts'
import { parseAdapter } from './json-adapter.ts'

const library = {
  name: 'library',
  title: 'Library',
  kind: 'lending',
  commands: [
    {
      name: 'lend-book',
      description: 'Lends a book.',
      does: { create: 'loans' },
      body: {
        type: 'object',
        properties: { title: { type: 'string', minLength: 1 }, reader: { type: 'string' } },
        required: ['title'],
        additionalProperties: false,
      },
      result: { type: 'object', required: ['id', 'title'] },
    },
    { name: 'list-loans', description: 'Lists loans.', does: { list: 'loans' } },
    { name: 'retrieve-loan', description: 'Retrieves a loan.', does: { retrieve: 'loans' } },
    { name: 'change-loan', description: 'Changes a loan.', does: { update: 'loans' } },
    { name: 'return-book', description: 'Ends a loan.', does: { remove: 'loans' } },
    { name: 'opening-hours', description: 'When the library is open.', does: { returns: { monday: '9-17' } } },
  ],
}

/** Makes the library with one changed command. */
const changeCommand = (change: object): unknown => ({ ...library, commands: [{ ...library.commands[0], ...change }] })

it('serves the commands of an adapter given as JSON', async () => {
  const emulator = servicesEmulator({ adapters: [parseAdapter(JSON.stringify(library))] })
  const id = insertConnection(emulator, 'library')
  const call = (command: string, body: object) => askService(emulator, 'POST', `/services/${id}/${command}`, body)
  const first = (await call('lend-book', { title: 'Emma', reader: 'Ada' })).body
  const second = (await call('lend-book', { title: 'Ulysses', reader: 'Grace' })).body
  expect(await call('lend-book', { title: '' })).toMatchObject({ status: 400 })
  expect((await call('list-loans', {})).body).toEqual({ loans: [second, first] })
  expect((await call('list-loans', { reader: 'Ada' })).body).toEqual({ loans: [first] })
  expect((await call('retrieve-loan', { id: `abc_${String(first['id'])}` })).body).toEqual(first)
  expect((await call('change-loan', { id: first['id'], reader: 'Alan' })).body).toEqual({ ...first, reader: 'Alan' })
  expect((await call('return-book', { id: first['id'] })).status).toBe(200)
  expect((await call('retrieve-loan', { id: first['id'] })).status).toBe(404)
  expect((await call('opening-hours', {})).body).toEqual({ monday: '9-17' })
})

it.each([
  ['{', 'The adapter is not valid JSON'],
  [{ ...library, comands: [] }, 'comands is not known here; use commands'],
  [{ ...library, name: 'My Library' }, 'such as "my-shop"; got "My Library"'],
  [{ ...library, title: undefined }, 'title is required and missing'],
  [changeCommand({ does: {} }), 'commands[0].does must have at least 1 member, such as {"create":"orders"}; got {}'],
  [changeCommand({ does: { creat: 'loans' } }), 'commands[0].does.creat is not known here; use create'],
  [changeCommand({ does: { create: 'Loans/1' } }), 'commands[0].does.create must match pattern'],
  [changeCommand({ does: { retrieve: 'loans' } }), 'commands[0].body.required must be a list with "id"'],
  [changeCommand({ body: { type: 'objekt' } }), 'commands[0].body is not a JSON Schema 2020-12'],
  [changeCommand({ name: 'capabilities' }), 'commands[0].name must match pattern'],
  [{ ...library, commands: [library.commands[0], library.commands[0]] }, 'lend-book twice'],
])('refuses %j and names the position of the mistake', (json, message) => {
  expect(() => parseAdapter(json)).toThrow(expect.objectContaining({ name: 'EmulatorError', code: 'invalid_adapter' }))
  expect(() => parseAdapter(json)).toThrow(message)
})

it.each([
  ['an empty enum', { enum: [] }, 'enum must have non-empty array'],
  ['a reference to nothing', { items: { $ref: '#/$defs/loan' } }, "can't resolve reference #/$defs/loan"],
  ['a reference to a file', { $ref: 'loan.json' }, "can't resolve reference loan.json"],
  ['a pattern that is not a RegExp', { properties: { a: { pattern: '(' } } }, 'Invalid regular expression: /(/'],
  ['a pattern with a back-reference', { patternProperties: { '(a)\\1': {} } }, 'cannot be run in linear time'],
  ['the same $id twice', { $id: 'a', items: { $id: 'a' } }, 'schema with key or id "a" already exists'],
  ['nullable without a type', { items: { nullable: true } }, '"nullable" cannot be used without "type"'],
  ['another draft', { $schema: 'http://json-schema.org/draft-07/schema#' }, 'no schema with key or ref'],
])('refuses a schema with %s', (_mistake, schema, message) => {
  for (const part of ['body', 'result']) {
    const read = () => parseAdapter(changeCommand({ [part]: schema }))
    expect(read).toThrow(expect.objectContaining({ code: 'invalid_adapter' }))
    expect(read).toThrow(`commands[0].${part} is not a JSON Schema 2020-12: `)
    expect(read).toThrow(message)
  }
})

it('refuses a value that does not match the result of its command', () => {
  const command = changeCommand({ does: { returns: 1 }, result: { type: 'string' } })
  expect(() => parseAdapter(command)).toThrow('commands[0].does.returns does not match the result of its command')
})

it('accepts the draft that it takes', () => {
  const body = { $schema: 'https://json-schema.org/draft/2020-12/schema', type: 'object' }
  expect(parseAdapter(changeCommand({ body })).commands).toHaveLength(1)
})
