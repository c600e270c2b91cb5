import { expect, it } from 'vitest'
import { resourceByCollection } from '../model/resources/resources.ts'
import { type MemberSchema, readMember, textOfMember, widgetOf } from './schema-member.ts'

const members = (collection: 'catalog_products' | 'configurations') =>
  resourceByCollection[collection].schema.properties as Readonly<Record<string, MemberSchema>>

it.each([
  ['status', 'archived', 'archived'],
  ['price', '12.5', 12.5],
  ['price', 'cheap', 'cheap'],
  ['brand', '12.5', '12.5'],
  ['brand', '', ''],
  ['catalog_id', '', null],
  ['price', '', null],
] as const)('reads the text of %s %j as %j', (name, text, value) => {
  expect(readMember(members('catalog_products')[name]!, text)).toEqual({ value })
})

it('reads JSON where a member takes anything, and says where it is malformed', () => {
  const { value } = members('configurations')
  expect(readMember(value!, '{"a": [1]}')).toEqual({ value: { a: [1] } })
  expect(readMember(value!, '{')).toEqual({ fault: expect.stringContaining('must be JSON') })
  expect(readMember(value!, '<h1>Bad gateway</h1>')).toEqual({ value: '<h1>Bad gateway</h1>' })
})

it('reads a number, a text or an object where a member takes all of them', () => {
  const schema = { anyOf: [{ type: 'number' }, { type: 'string' }, { type: 'object' }] }
  const read = ['40', '2s', '{"p50": 40}'].map((text) => readMember(schema, text))
  expect(read).toEqual([{ value: 40 }, { value: '2s' }, { value: { p50: 40 } }])
})

it('chooses the control by the schema', () => {
  const kinds = Object.entries(members('catalog_products')).map(([name, schema]) => [name, widgetOf(schema).kind])
  expect(Object.fromEntries(kinds)).toMatchObject({ status: 'choice', price: 'number', brand: 'text', name: 'text' })
  expect(widgetOf({ const: true })).toEqual({ kind: 'choice', values: ['true'], empty: '(none)' })
  expect(readMember({ const: true }, 'true')).toEqual({ value: true })
})

it('shows every value so that it is read back as it was', () => {
  const { value } = members('configurations')
  for (const example of [{ a: [1, null] }, [1], 7])
    expect(readMember(value!, textOfMember(example))).toEqual({ value: example })
})
