import { expect, it } from 'vitest'
import { resourceByCollection } from '../../model/resources/resources.ts'
import { type MemberSchema, parseMemberText, textOfMember } from './schema-member.ts'

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
  expect(parseMemberText(members('catalog_products')[name]!, text)).toEqual({ value })
})

it('shows every value so that it is read back as it was', () => {
  const { value } = members('configurations')
  for (const example of [{ a: [1, null] }, [1], 7])
    expect(parseMemberText(value!, textOfMember(example))).toEqual({ value: example })
})
