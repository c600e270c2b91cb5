import { expect, it } from 'vitest'
import { operationIds } from '../../model/contract/operation-ids.ts'
import { endpoints } from './endpoints.ts'

it('lists the operations of every endpoint, each once', () => {
  expect(operationIds).toEqual([...new Set(endpoints.map(({ id }) => id))])
})
