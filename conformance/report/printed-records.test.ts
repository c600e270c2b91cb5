import { expect, it } from 'vitest'
import { sampleCheck, sampleExchange } from '../../testing/conformance/sample-result.ts'
import { recordLine, printedRecords } from './printed-records.ts'

const [first, second] = ['2rISBSx13gXOKQZv9ypV4hIaHiu', '2rISQYLMwoXCfSQjgPbqctFbpMS']
const list = JSON.stringify({
  data: [
    { id: first, name: 'Chair', brand: 'Acme "A"', category: 'Chairs', price: 10 },
    { id: second, name: 'Lamp', brand: 'Norr', category: 'Lamps', price: 20 },
  ],
})
const url = 'https://target.example/1.13/products?category=Chairs&limit=2'

it('shows the records that should not have come, with the members that the fact and the request name', () => {
  const message = `expected only records whose brand is exactly "Norr"; got ${first}, whose brand is "Acme"`
  const at = sampleExchange(list, { url })
  const records = printedRecords(
    sampleCheck('filters.exact.x', 'fail', message, [at], {
      fact: { kind: 'present', at, ids: [first], members: ['brand'] },
    }),
  )
  expect(records.map(recordLine)).toEqual([`${first}: name "Chair", brand "Acme \\"A\\"", category "Chairs"`])
})

it('shows records of a body that was cut, and nothing of one that is not there', () => {
  const at = sampleExchange(list.slice(0, -8), { url })
  const fact = { kind: 'present', at, ids: [second, '2rIS3vh4XwYuy1aTEf7ZptAt596'] } as const
  expect(printedRecords({ fact, evidence: [at] }).map(recordLine)).toEqual([`${second}: name "Lamp", category "Lamps"`])
  expect(printedRecords({ fact: { kind: 'status', at, wanted: 400 }, evidence: [at] })).toEqual([])
})

it('takes the members before an id for those of its record, none of another object, and reads escapes', () => {
  const record = (id: string, brand: string, name: string) =>
    `{"brand": "${brand}", "id": "${id}", "maker": {"name": "a {brace}", "id": 7}, "name": "${name}"}`
  const text = `{"items": [${record(first, 'Acme', String.raw`\u00c9clair`)}, ${record(second, 'Norr', 'Lamp')}]}`
  const at = sampleExchange(text, { url })
  const fact = { kind: 'present', at, ids: [first, second], members: ['brand'] } as const
  expect(printedRecords({ fact, evidence: [at] }).map(recordLine)).toEqual([
    `${first}: brand "Acme", name "Éclair"`,
    `${second}: brand "Norr", name "Lamp"`,
  ])
})
