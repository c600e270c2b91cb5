import type { ConventionName, Conventions } from '../contract/conventions.ts'
import { EmulatorError } from '../tools/emulator-error.ts'
import { didYouMean } from '../tools/nearest.ts'
import { type Definition, definitions } from './convention-definitions.ts'

/** The names of every convention: what `conventions` and `--convention` take. */
export const conventionNames: readonly ConventionName[] = Object.keys(definitions) as ConventionName[]

/** What the emulator answers where the specification leaves it open and nothing else is asked for. */
export const defaultConventions: Conventions = Object.freeze(
  Object.fromEntries(conventionNames.map((name) => [name, definitions[name].default])),
) as unknown as Conventions

/**
 * The conventions that result from `base` with `changes` applied; text from a command line is converted.
 * @throws EmulatorError `unknown_convention` or `invalid_convention`.
 */
export function withConventions(base: Conventions, changes: Readonly<Record<string, unknown>>): Conventions {
  const result: Record<string, unknown> = { ...base }
  for (const [name, given] of Object.entries(changes)) result[name] = readConvention(name, given)
  const conventions = result as unknown as Conventions
  if (conventions.defaultLimit > conventions.maximumLimit) {
    throw new EmulatorError(
      'invalid_convention',
      `defaultLimit (${conventions.defaultLimit}) is above maximumLimit (${conventions.maximumLimit}); give both.`,
    )
  }
  if (conventions.accessTokensPath === conventions.mcpPath) {
    throw new EmulatorError(
      'invalid_convention',
      `accessTokensPath and mcpPath are both ${conventions.mcpPath}; give two different paths.`,
    )
  }
  return Object.freeze(conventions)
}

function readConvention(name: string, given: unknown): unknown {
  if (!Object.hasOwn(definitions, name)) {
    const all = `. The conventions are: ${conventionNames.join(', ')}.`
    throw new EmulatorError(
      'unknown_convention',
      `There is no convention ${JSON.stringify(name)}${didYouMean(name, conventionNames, all)}`,
    )
  }
  const definition = definitions[name as ConventionName] as Definition<unknown>
  if (definition.kind === 'choice') {
    const value = (definition.values as readonly unknown[]).find(
      (value) => value === given || (typeof given === 'string' && String(value) === given),
    )
    if (value !== undefined) return value
    throw new EmulatorError(
      'invalid_convention',
      `The convention ${name} takes ${definition.values.join(', ')}; got ${JSON.stringify(given)}.`,
    )
  }
  const value = definition.read(given)
  if (value !== undefined) return value
  throw new EmulatorError(
    'invalid_convention',
    `The convention ${name} takes ${definition.expects}; got ${JSON.stringify(given)}.`,
  )
}

/** A convention as it stands, with what else it can be and why it is what it is. */
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

/** What `GET /_emulator/conventions` shows. */
export function describeConventions(conventions: Conventions): readonly ConventionDescription[] {
  return conventionNames.map((name) => {
    const { clause, why, ...definition } = definitions[name] as Definition<unknown>
    const alternatives = definition.kind === 'choice' ? definition.values.slice(1) : definition.expects
    return { name, clause, value: conventions[name], default: definition.default, alternatives, why }
  })
}
