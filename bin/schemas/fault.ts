import { operationIds } from '../../emulator/model/contract/operation-ids.ts'
import { effectNames, effects } from '../../emulator/disturb/faults/effects.ts'
import { faultSchema } from '../../emulator/disturb/faults/fault.ts'
import { durationPattern } from '../options/option.ts'
import { removeExtensions, type Schema } from './schema.ts'

const schema = removeExtensions(faultSchema())
const properties = schema['properties'] as Readonly<Record<string, Schema>>
const requireAll = (...names: readonly string[]): Schema => ({ required: names })
const exclusive = effectNames.filter((name) => effects[name].exclusive)
const excluded = [
  ...exclusive.flatMap((name, index) => exclusive.slice(index + 1).map((other) => [name, other] as const)),
  ...effectNames.filter((name) => 'headers' in effects[name]).map((name) => ['drop', name] as const),
].filter((pair) => pair.toSorted().join() !== 'body,status')

/** Adds the pattern of durations to each string of a schema. */
function addDurationPattern(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(addDurationPattern)
  if (typeof part !== 'object' || part === null) return part
  const members = Object.fromEntries(Object.entries(part).map(([name, value]) => [name, addDurationPattern(value)]))
  return (part as Schema)['type'] === 'string' ? { ...members, pattern: durationPattern } : members
}

/** A fault, with the effects that exclude each other. */
export const fault: Schema = {
  ...schema,
  properties: {
    ...properties,
    operation: { ...properties['operation'], enum: operationIds },
    delay: addDurationPattern(properties['delay']),
    drip: addDurationPattern(properties['drip']),
  },
  anyOf: effectNames.map((name) => requireAll(name)),
  not: { anyOf: excluded.map((pair) => requireAll(...pair)) },
}
