import { expect, it } from 'vitest'
import { operationIds } from '../../../conformance/catalogue/operations.ts'
import { createEmulator } from '../../../emulator/create-emulator.ts'
import { operationIds as emulatorIds } from '../../../emulator/model/contract/operation-ids.ts'
import { refusalsByOperation } from './refusals.ts'

it('knows the statuses of each documented operation, whatever the emulator calls it', () => {
  const byId = Object.fromEntries(emulatorIds.map((id) => [id, id.startsWith('legacy.') ? 411 : 409]))
  const { conventions } = createEmulator({ conventions: { unknownIdStatus: { $default: 410, ...byId } } })
  const refusals = refusalsByOperation(conventions)
  const legacy = operationIds.filter((operation) => refusals(operation).unknown === 411)
  expect(legacy).toEqual(['legacy.root', 'legacy-projects.list', 'groups.list', 'groups.create', 'events.list'])
  expect(operationIds.filter((operation) => refusals(operation).unknown === 410)).toEqual([])
})
