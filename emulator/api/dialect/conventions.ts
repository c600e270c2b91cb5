import {
  type ConventionName,
  type Conventions,
  definitions,
  type OperationConventions,
} from '../../model/contract/conventions.ts'
import type { ConventionDefinition } from '../../model/contract/define-convention.ts'
import { EmulatorError } from '../../tools/emulator-error.ts'
import { didYouMean } from '../../tools/nearest.ts'
import { isObject } from '../../tools/is-object.ts'
import { shortJson } from '../../tools/short-text.ts'
import { type OperationId, operationIds } from '../../model/contract/operation-ids.ts'
import { valueReader } from './convention-values.ts'
import { isPerOperation, namedOperations, operationConventions, otherOperations } from './per-operation.ts'
import { parseConvention } from './readable-values.ts'

/** The names of all conventions, as `conventions` and `--convention` take them. */
export const conventionNames: readonly ConventionName[] = Object.keys(definitions) as ConventionName[]

/** The default of every convention. */
export const defaultConventions: OperationConventions = Object.freeze(
  Object.fromEntries(conventionNames.map((name) => [name, definitions[name].default])),
) as unknown as OperationConventions

const readBefore = new WeakSet<object>()

/**
 * Reads conventions by name. The result is not read again, so many emulators can share it.
 * @throws EmulatorError `unknown_convention` or `invalid_convention`.
 */
export function readConventions(changes: Readonly<Record<string, unknown>>): Partial<Conventions> {
  if (readBefore.has(changes)) return changes
  if (!isObject(changes))
    throw new EmulatorError(
      'invalid_convention',
      `Conventions are an object, as in { defaultLimit: 50 }; got ${Array.isArray(changes) ? 'a list' : shortJson(changes)}.`,
    )
  const read = Object.entries(changes).map(([name, value]) => [name, readConvention(name, value)] as const)
  const conventions: Partial<Conventions> = Object.freeze(Object.fromEntries(read))
  readBefore.add(conventions)
  return conventions
}

/**
 * Applies changes to conventions. Text from the command line is converted.
 * @throws EmulatorError `unknown_convention` or `invalid_convention`.
 */
export function withConventions(base: Conventions, changes: Readonly<Record<string, unknown>>): Conventions {
  const conventions: Conventions = { ...base, ...readConventions(changes) }
  for (const operation of [undefined, ...namedOperations(conventions)])
    assertLimits(operationConventions(conventions, operation), operation)
  if (conventions.accessTokensPath === conventions.mcpPath) {
    throw new EmulatorError(
      'invalid_convention',
      `accessTokensPath and mcpPath are both ${conventions.mcpPath}; use two different paths.`,
    )
  }
  readBefore.add(conventions)
  return Object.freeze(conventions)
}

/** @throws EmulatorError `invalid_convention` for page sizes of an operation that contradict each other. */
function assertLimits(
  { defaultLimit, minimumLimit, maximumLimit }: OperationConventions,
  operation: OperationId | undefined,
): void {
  const place = operation === undefined ? '' : ` for ${operation}`
  for (const [name, limit] of Object.entries({ defaultLimit, minimumLimit }))
    if (limit > maximumLimit)
      throw new EmulatorError(
        'invalid_convention',
        `${name} (${limit}) is above maximumLimit (${maximumLimit})${place}; set both.`,
      )
}

function readConvention(name: string, chosen: unknown): unknown {
  if (!Object.hasOwn(definitions, name)) throw unknownConvention(name)
  const definition: ConventionDefinition<unknown> = definitions[name as ConventionName]
  // Every start reads all conventions of a twin, and most are defaults.
  if (chosen === definition.default) return chosen
  const value = definition.perOperation ? parseConvention(name, chosen) : chosen
  return definition.perOperation && isPerOperation(value)
    ? readPerOperation(name as ConventionName, value, definition)
    : readValue(name as ConventionName, value, definition)
}

function unknownConvention(name: string): EmulatorError {
  const all = `. The conventions are: ${conventionNames.join(', ')}.`
  return new EmulatorError(
    'unknown_convention',
    `There is no convention ${JSON.stringify(name)}${didYouMean(name, conventionNames, all)}`,
  )
}

/** Reads a value for some operations and another for the rest. */
function readPerOperation(
  name: ConventionName,
  values: Readonly<Record<string, unknown>>,
  definition: ConventionDefinition<unknown>,
): Readonly<Record<string, unknown>> {
  const read = Object.entries(values).map(([operation, value]) => {
    if (operation === otherOperations || (operationIds as readonly string[]).includes(operation))
      return [operation, readValue(name, value, definition, operation)]
    throw new EmulatorError(
      'invalid_convention',
      `The convention ${name} has a value for ${JSON.stringify(operation)}, which is not an operation${didYouMean(operation, operationIds, '; emulator list operations lists them.')}`,
    )
  })
  return Object.freeze(Object.fromEntries(read))
}

function readValue(
  name: ConventionName,
  chosen: unknown,
  { values, takes, perOperation }: ConventionDefinition<unknown>,
  operation?: string,
): unknown {
  const named = values.find((value) => value === chosen || (typeof chosen === 'string' && String(value) === chosen))
  if (named !== undefined) return named
  const others = takes && valueReader(name, takes)
  const value = others?.read(chosen, operation)
  if (value !== undefined) return value
  const forms = [...(values.length > 0 ? [values.join(', ')] : []), ...(others ? [others.expects] : [])].join(', or ')
  const hint = perOperation && namesOperation(chosen) ? `, or by operation with ${otherOperations} for the rest` : ''
  throw new EmulatorError(
    'invalid_convention',
    `The convention ${name} takes ${forms}${hint}; got ${shortJson(chosen)}.`,
  )
}

function namesOperation(value: unknown): boolean {
  return isObject(value) && Object.keys(value).some((member) => (operationIds as readonly string[]).includes(member))
}

/** A convention with its current value, its alternatives and the reason for its default. */
export interface ConventionDescription {
  /** The name that options take. */
  readonly name: ConventionName
  /** The clause of the specification that leaves it open. */
  readonly clause: string
  /** The value in force. */
  readonly value: unknown
  /** The default value. */
  readonly default: unknown
  /** The other values, or a description of them. */
  readonly alternatives: readonly unknown[] | string
  /** The form of the values that the alternatives do not list. */
  readonly also?: string
  /** The reason for the default. */
  readonly why: string
}

/** Describes every convention, as `GET /_emulator/conventions` shows it. */
export function describeConventions(conventions: Conventions): readonly ConventionDescription[] {
  return conventionNames.map((name) => {
    const definition: ConventionDefinition<unknown> = definitions[name]
    const { clause, why, values, takes, perOperation } = definition
    const expects = takes && valueReader(name, takes).expects
    const isOpen = values.length === 0
    const described = {
      name,
      clause,
      value: conventions[name],
      default: definition.default,
      alternatives: isOpen ? expects! : values.slice(1),
    }
    if (isOpen || expects === undefined) return { ...described, why }
    const also = perOperation ? `${expects}; or values by operation, with ${otherOperations} for the rest` : expects
    return { ...described, also, why }
  })
}
