import type { ConventionName, Conventions } from '../../model/contract/conventions.ts'
import { EmulatorError } from '../../tools/emulator-error.ts'
import { didYouMean } from '../../tools/nearest.ts'
import { definitions } from './convention-definitions.ts'
import type { ConventionDefinition } from './define-convention.ts'

/** The names of all conventions, as `conventions` and `--convention` take them. */
export const conventionNames: readonly ConventionName[] = Object.keys(definitions) as ConventionName[]

/** The default of every convention. */
export const defaultConventions: Conventions = Object.freeze(
  Object.fromEntries(conventionNames.map((name) => [name, definitions[name].default])),
) as unknown as Conventions

/**
 * Applies changes to conventions. Text from the command line is converted.
 * @throws EmulatorError `unknown_convention` or `invalid_convention`.
 */
export function withConventions(base: Conventions, changes: Readonly<Record<string, unknown>>): Conventions {
  const result: Record<string, unknown> = { ...base }
  for (const [name, value] of Object.entries(changes)) result[name] = readConvention(name, value)
  const conventions = result as unknown as Conventions
  if (conventions.defaultLimit > conventions.maximumLimit) {
    throw new EmulatorError(
      'invalid_convention',
      `defaultLimit (${conventions.defaultLimit}) is above maximumLimit (${conventions.maximumLimit}); set both.`,
    )
  }
  if (conventions.accessTokensPath === conventions.mcpPath) {
    throw new EmulatorError(
      'invalid_convention',
      `accessTokensPath and mcpPath are both ${conventions.mcpPath}; use two different paths.`,
    )
  }
  return Object.freeze(conventions)
}

function readConvention(name: string, chosen: unknown): unknown {
  if (!Object.hasOwn(definitions, name)) {
    const all = `. The conventions are: ${conventionNames.join(', ')}.`
    throw new EmulatorError(
      'unknown_convention',
      `There is no convention ${JSON.stringify(name)}${didYouMean(name, conventionNames, all)}`,
    )
  }
  const definition = definitions[name as ConventionName] as ConventionDefinition<unknown>
  if (definition.kind === 'choice') {
    const value = (definition.values as readonly unknown[]).find(
      (value) => value === chosen || (typeof chosen === 'string' && String(value) === chosen),
    )
    if (value !== undefined) return value
    throw new EmulatorError(
      'invalid_convention',
      `The convention ${name} takes ${definition.values.join(', ')}; got ${JSON.stringify(chosen)}.`,
    )
  }
  const value = definition.read(chosen)
  if (value !== undefined) return value
  throw new EmulatorError(
    'invalid_convention',
    `The convention ${name} takes ${definition.expects}; got ${JSON.stringify(chosen)}.`,
  )
}

/** A convention with its current value, its alternatives and the reason for its default. */
export interface ConventionDescription {
  /** The name that options take. */
  readonly name: ConventionName
  /** The clause of the specification that leaves it open. */
  readonly clause: string
  /** The value in force. */
  readonly value: unknown
  /** The value when nothing else is asked for. */
  readonly default: unknown
  /** The other values, or what other values look like. */
  readonly alternatives: readonly unknown[] | string
  /** Why the default is what it is. */
  readonly why: string
}

/** Describes every convention, as `GET /_emulator/conventions` shows it. */
export function describeConventions(conventions: Conventions): readonly ConventionDescription[] {
  return conventionNames.map((name) => {
    const { clause, why, ...definition } = definitions[name] as ConventionDefinition<unknown>
    const alternatives = definition.kind === 'choice' ? definition.values.slice(1) : definition.expects
    return { name, clause, value: conventions[name], default: definition.default, alternatives, why }
  })
}
