import { expect, it } from 'vitest'
import { type OperationId, operationIds } from '../../../../emulator/model/contract/operation-ids.ts'
import { madeRun } from '../../../../testing/clients/made-run.ts'
import { clientCoverage } from './coverage.ts'

const touched = (...lines: readonly string[]) => {
  const { transcript } = madeRun(lines.map((line) => ({ line })))
  return clientCoverage({ transcripts: [transcript], results: [], scenarios: new Set() })
}

it('calls operations as the emulator does, so that a test can add a fault to one that was never touched', () => {
  const [ofOperations] = touched('GET /0/projects/2K5xLQJr8QpV0mWcT3nYbZ9aHsD/groups/?cursor=0:100:0')
  const names = [...ofOperations!.touched, ...ofOperations!.untouched]
  expect(names.filter((name) => !operationIds.includes(name as OperationId))).toEqual([])
  expect(ofOperations!.touched).toEqual(['legacy.groups.list'])
})
