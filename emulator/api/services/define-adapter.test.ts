import { expect, it } from 'vitest'
import type { Adapter } from '../../model/contract/adapter.ts'
import { defineAdapter } from './define-adapter.ts'

const command = {
  name: 'ring-up',
  description: 'Adds.',
  body: { type: 'object' },
  result: { type: 'object' },
  handle: () => ({}),
}
const till = { name: 'till', title: 'Till', kind: 'commerce', commands: [command] }
const { result: _, ...without } = command

it.each([
  [{ name: undefined }, 'name of the adapter must be a text; got none.'],
  [{ title: 5 }, 'title of the adapter must be a text; got 5.'],
  [{ commands: [null] }, 'commands[0] of till must be an object with name, description, body, result, handle; got'],
  [
    { commands: [command, without] },
    'result of commands[1] of till must be a JSON Schema, such as { type: "object" };',
  ],
  [
    { commands: [{ ...without, reslt: {} }] },
    'result of commands[0] of till must be a JSON Schema, such as { type: "object" }; got none. ' +
      'It has the unknown member "reslt".',
  ],
  [{ commands: [{ ...command, body: true }] }, 'body of commands[0] of till must be a JSON Schema'],
  [{ commands: [{ ...command, handle: 'x' }] }, 'handle of commands[0] of till must be a function; got "x".'],
])('refuses an adapter of plain JavaScript with %j, and names the member', (wrong, message) => {
  expect(() => defineAdapter({ ...till, ...wrong } as unknown as Adapter)).toThrow(message)
  expect(defineAdapter(till)).toBe(till)
})
