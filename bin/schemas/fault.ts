import { operationIds } from '../../emulator/endpoints/operation-ids.ts'
import { effectNames, effects } from '../../emulator/faults/effects.ts'
import { FaultSchema } from '../../emulator/faults/fault-schema.ts'
import { plain, type Schema } from './schema.ts'

const schema = plain(FaultSchema)
const properties = schema['properties'] as Readonly<Record<string, Schema>>
const together = (...names: readonly string[]): Schema => ({ required: names })
const exclusive = effectNames.filter((name) => effects[name].exclusive)
const excluded = [
  ...exclusive.flatMap((name, index) => exclusive.slice(index + 1).map((other) => [name, other] as const)),
  ['drop', 'contentType'] as const,
  ['drop', 'headers'] as const,
].filter((pair) => pair.toSorted().join() !== 'body,status')

/** A fault, with the effects that exclude each other. */
export const fault: Schema = {
  ...schema,
  properties: { ...properties, operation: { ...properties['operation'], enum: operationIds } },
  anyOf: effectNames.map((name) => together(name)),
  not: { anyOf: excluded.map((pair) => together(...pair)) },
  dependencies: { retryAfter: ['status'] },
}
