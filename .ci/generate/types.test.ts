import { expect, it } from 'vitest'
import { endpoints } from '../../emulator/api/endpoints/endpoints.ts'
import { operationIds } from '../../emulator/model/contract/operation-ids.ts'
import { committed, staleMessage } from '../../testing/committed.ts'
import { typeFiles } from './types.ts'

it.each([...(await typeFiles())])('has %s as it is generated now', (path, text) => {
  expect(committed(path), staleMessage(path, 'types')).toBe(text)
})

it('lists the operations of every endpoint, each once', () => {
  expect(operationIds).toEqual([...new Set(endpoints.map(({ id }) => id))])
})
