import { expect, it } from 'vitest'
import { deviations } from '../../emulator/deviations/deviations.ts'
import { endpoints } from '../../emulator/endpoints/endpoints.ts'
import { operationIds } from '../../emulator/endpoints/operation-ids.ts'
import { committed, staleMessage } from './committed.ts'
import { typeFiles } from './types.ts'

it.each([...(await typeFiles())])('has %s as it is generated now', (path, text) => {
  expect(committed(path), staleMessage(path, 'types')).toBe(text)
})

it('lists the operations of every endpoint and every deviation, each once', () => {
  expect(operationIds).toEqual([...new Set(endpoints.map(({ id }) => id))])
  const names = deviations.map(({ name }) => name)
  const lines = [...committed('emulator/deviations/deviation-names.ts').matchAll(/^ {2}'(.*)',$/gm)]
  expect(lines.flatMap(([, line]) => line!.split(' '))).toEqual([...new Set(names)])
})
