import { expect, it } from 'vitest'
import { deviationNames } from '../emulator/deviations/deviation-names.ts'
import { deviations } from '../emulator/deviations/deviations.ts'
import { endpoints } from '../emulator/endpoints/endpoints.ts'
import { operationIds } from '../emulator/endpoints/operation-ids.ts'
import { generatedFiles, readGenerated } from './generate.ts'

it.each([...(await generatedFiles())])(
  'has %s as it is written now; run node .ci/generate.ts when this fails',
  (path, text) => {
    expect(readGenerated(path)).toBe(text)
  },
)

it('lists the operations of every endpoint and every deviation, each once', () => {
  expect(operationIds).toEqual([...new Set(endpoints.map(({ id }) => id))])
  expect(deviationNames).toEqual([...new Set(deviations.map(({ name }) => name))])
})
