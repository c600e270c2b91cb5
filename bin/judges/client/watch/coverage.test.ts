import { expect, it } from 'vitest'
import { operations } from '../../../../conformance/catalogue/operations.ts'
import { type OperationId, operationIds } from '../../../../emulator/model/contract/operation-ids.ts'
import { madeRun } from '../../../../testing/clients/made-run.ts'
import { coverageOf } from './coverage.ts'

const touched = (...lines: readonly string[]) => {
  const { transcript } = madeRun(lines.map((line) => ({ line })))
  return coverageOf({ transcripts: [transcript], results: [], scenarios: new Set() }).groups
}

it('calls operations as the emulator does, so that a test can add a fault to one that was never touched', () => {
  const [ofOperations, ofParameters] = touched('GET /0/projects/2K5xLQJr8QpV0mWcT3nYbZ9aHsD/groups/?cursor=0:100:0')
  const names = [...ofOperations!.touched, ...ofOperations!.untouched]
  expect(names.filter((name) => !operationIds.includes(name as OperationId))).toEqual([])
  expect(ofOperations!.touched).toEqual(['legacy.groups.list'])
  expect(ofParameters!.touched).toEqual(['legacy.groups.list?cursor'])
})

it('counts the operations that the specification documents, and their parameters', () => {
  const catalog = '2K5xLQJr8QpV0mWcT3nYbZ9aHsD'
  const [ofOperations, ofParameters] = touched(
    `GET /1.13/pulse/catalogs/${catalog}/products?brand=a&limit=5&sort=name`,
    'GET /1.13/workspaces?limit=2',
  )
  expect(ofOperations).toMatchObject({ title: 'Operations', touched: ['products.list'] })
  expect(ofOperations!.untouched).toHaveLength(operations.length - 1)
  expect(ofParameters!.touched).toEqual(['products.list?limit', 'products.list?brand'])
  expect(ofParameters!.untouched).toEqual([
    'products.list?starting_after',
    'products.list?ending_before',
    'products.list?category',
    'products.list?search',
  ])
})
