import { expect, it } from 'vitest'
import { sampleCheck, sampleExchange, sampleResult } from '../../testing/conformance/sample-result.ts'
import { writeReport } from './reports.ts'

const [first, second] = ['2rISBSx13gXOKQZv9ypV4hIaHiu', '2rISQYLMwoXCfSQjgPbqctFbpMS']
const list = `{"data": [
  {"category": "Chairs", "id": "${first}", "name": "\\u00c9clair", "brand": "Acme \\"A\\"", "maker": {"name": "{", "id": 7}},
  {"id": "${second}", "name": "Lamp", "brand": "Norr", "category": "Lamps", "price": 20}
]}`
const url = 'https://target.example/1.13/products?category=Chairs&limit=2'

/** The members that a failure shows of records that should be absent. */
function printed(body: string, members: readonly string[] = []): readonly string[] {
  const at = sampleExchange(body, { url })
  const ids = [first, second, '2rIS3vh4XwYuy1aTEf7ZptAt596']
  const check = sampleCheck('filters.exact.x', 'fail', 'expected a; got b', [at], {
    fact: { kind: 'present', at, ids, members },
  })
  return writeReport('terminal', sampleResult([check]), { verbose: true }).match(/2rIS\w{23}: .*/g) ?? []
}

it('shows the records that should not have come, with the members that the fact and the request name', () => {
  expect(printed(list, ['brand'])).toEqual([
    `${first}: category "Chairs", name "Éclair", brand "Acme \\"A\\""`,
    `${second}: name "Lamp", brand "Norr", category "Lamps"`,
  ])
})

it('shows no record without a member that the fact or the request names', () => {
  expect(printed(list.replaceAll('category', 'kind'))).toEqual([])
})

it('shows records of a body that was cut, and nothing without a body', () => {
  expect(printed(list.slice(0, -8))).toEqual([
    `${first}: category "Chairs", name "Éclair"`,
    `${second}: name "Lamp", category "Lamps"`,
  ])
})
