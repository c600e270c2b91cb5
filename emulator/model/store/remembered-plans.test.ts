import fc from 'fast-check'
import { expect, it } from 'vitest'
import { Collection } from './collection.ts'

const values = ['', 'a', '1:a', 'a1:b', '/a', '?1:a']

it('never takes one selection for another', () => {
  const records = values.flatMap((left, row) =>
    values.map((right, column) => ({ id: `${row}${column}`, left, right, name: `${left} ${right}` })),
  )
  const collection = Collection.from({ indexed: ['left'], searched: ['name'] }, records)
  const value = fc.constantFrom(...values)
  const selections = fc.record(
    { left: value, right: value, search: fc.constantFrom('', 'a', '1:a', 'b/') },
    { requiredKeys: [] },
  )
  fc.assert(
    fc.property(fc.array(selections, { maxLength: 30 }), (asked) => {
      for (const { search, ...where } of asked) {
        const wanted = records.filter(
          (record) =>
            (where.left === undefined || record.left === where.left) &&
            (where.right === undefined || record.right === where.right) &&
            record.name.includes(search ?? ''),
        )
        expect(collection.all({ where, search })).toEqual(wanted)
      }
    }),
  )
})
