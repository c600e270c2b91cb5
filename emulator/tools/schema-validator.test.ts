import { expect, it } from 'vitest'
import { faultSchema } from '../disturb/faults/fault.ts'
import { describeFaults } from './json-schema.ts'
import { findFaults } from './schema-validator.ts'

const said = (schema: object, value: unknown) => describeFaults(findFaults(schema as never, value))

const faults = { anyOf: [faultSchema(), { type: 'array', items: faultSchema() }] }

it.each([
  ['one member', { status: 503, times: 0 }, '/times must be an integer from 1 or "always"; got 0'],
  ['a member of an item', [{ status: 503, times: 'x' }], '/0/times must be an integer from 1 or "always"; got "x"'],
  ['a member of a member', { drip: { bytes: 1, interval: [] } }, '/drip/interval must be a number from 0 or a string'],
  ['an unknown member', [{ knid: 1 }], '/0/knid is not known here; remove it or correct its name'],
  ['a misspelt member', { retry_after: 1 }, '/retry_after is not known here; use retryAfter, or remove it'],
  ['another type', 'x', 'it must be an object or an array of objects; got "x"'],
  ['null', null, 'it must be an object or an array of objects; got null'],
])('names %s of a union, and the alternatives, in one fault', (_what, value, message) => {
  expect(findFaults(faults as never, value)).toHaveLength(1)
  expect(said(faults, value)).toContain(message)
})

it('follows unions in unions and references, and keeps few of their errors', () => {
  const tree = {
    $defs: { tree: { anyOf: [{ type: 'null' }, { type: 'array', items: { $ref: '#/$defs/tree' } }] } },
    $ref: '#/$defs/tree',
  }
  expect(said(tree, [[null, [1]]])).toBe('/0/1/0 must be null or an array; got 1')
  const wide = (depth: number): unknown => (depth === 0 ? 1 : Array.from({ length: 12 }, () => wide(depth - 1)))
  const found = findFaults(tree as never, wide(3))
  expect(found.length).toBeLessThan(21)
  expect(found.more).toBe(12 ** 3 - 20)
})

it('names only the first fault of a value with very many members and items', () => {
  const items = Array.from({ length: 2501 }, (_, index) => ({ name: index < 100 ? 'x' : index }))
  const named = { type: 'object', properties: { name: { type: 'string' } } }
  const list = { type: 'array', items: { anyOf: [named, { type: 'null' }] } }
  expect(findFaults(list, items)).toEqual([{ at: '/100/name', message: 'must be a text; got 100' }])
  expect(findFaults(list, items.slice(0, 2500)).more).toBe(2380)
})

it.each<[what: string, union: object, value: unknown, message: string]>([
  ['that is referred to', { $ref: '#/$defs/b' }, { kind: 'b', x: 1 }, '/x must be a text; got 1'],
  ['that refers to it', { allOf: [{ $ref: '#/$defs/b' }] }, { kind: 'b', x: 1 }, '/x must be a text; got 1'],
  ['that refers to all', { type: 'array', items: { $ref: '#' } }, [[{ kind: 'a', z: 1 }]], '/0/0/z is not known here'],
])('finds the errors of an alternative %s', (_what, alternative, value, message) => {
  const kind = (name: string, more: object) => ({
    type: 'object',
    properties: { kind: { const: name }, ...more },
    additionalProperties: false,
  })
  const b = kind('b', { x: { type: 'string' } })
  expect(said({ $defs: { b }, anyOf: [kind('a', {}), { type: 'null' }, alternative] }, value)).toContain(message)
})

it.each([
  [{ minLength: 1 }, '', 'must have at least 1 character; got ""'],
  [{ maxLength: 2 }, 'abc', 'must have at most 2 characters; got "abc"'],
  [{ minItems: 2 }, [1], 'must have at least 2 items; got [1]'],
  [{ maxItems: 1 }, [1, 2], 'must have at most 1 item; got [1,2]'],
  [{ minProperties: 1 }, {}, 'must have at least 1 member; got {}'],
  [{ maxProperties: 0 }, { a: 1 }, 'must have at most 0 members; got {"a":1}'],
  [{ uniqueItems: true }, [1, 1], 'must have each item once; got [1,1]'],
  [{ const: 'a' }, 'b', 'must be "a"; got "b"'],
  [{ type: 'number' }, Number.POSITIVE_INFINITY, 'must be a number; got Infinity'],
])('says in words what %j asks of %j', (schema, value, message) => expect(said(schema, value)).toBe(`it ${message}`))
