import type { ConventionName } from '../../emulator/contract/conventions.ts'
import { deviations } from '../../emulator/deviations/deviations.ts'
import { definitions } from '../../emulator/dialect/convention-definitions.ts'
import { defaultConventions, describeConventions } from '../../emulator/dialect/conventions.ts'
import { endpoints } from '../../emulator/endpoints/endpoints.ts'
import { FaultSchema } from '../../emulator/faults/fault-schema.ts'
import { scenarios } from '../../emulator/scenarios/scenarios.ts'
import { keyword } from '../../emulator/tools/json-schema.ts'
import { didYouMean } from '../../emulator/tools/nearest.ts'
import { listOptions } from '../options/list-options.ts'
import { type Given, positional, readOptions } from '../options/option.ts'
import { UsageError } from '../usage-error.ts'

/** A name that can be given, and what it means. */
interface Entry {
  readonly name: string
  readonly description: string
  readonly [more: string]: unknown
}

/** What is listed, by its name. */
const lists: Readonly<Record<string, () => readonly Entry[]>> = {
  operations: () =>
    endpoints.map(({ id, method, path, summary }) => {
      const at = typeof path === 'string' ? path : path(defaultConventions)
      return { name: id, description: `${method} ${at}: ${summary}`, method, path: at, summary }
    }),
  scenarios: () =>
    scenarios.map(({ name, description, clause, setting = null }) => ({ name, description, clause, setting })),
  deviations: () => deviations.map(({ name, description, requirement }) => ({ name, description, requirement })),
  conventions: () =>
    describeConventions(defaultConventions).map(({ value: _same, alternatives, ...convention }) => {
      const { what } = definitions[convention.name as ConventionName]
      const others = typeof alternatives === 'string' ? alternatives : alternatives.map(text).join(', ')
      const description = `${what} Default: ${text(convention.default)}; others: ${others}.`
      return { ...convention, alternatives, description }
    }),
  faults: () =>
    Object.entries(keyword(FaultSchema, 'properties') as Readonly<Record<string, { description: string }>>).map(
      ([name, schema]) => ({ name, description: schema.description, schema }),
    ),
}

/** The names of the lists. */
export const listNames: readonly string[] = Object.keys(lists)

/** `emulator list WHAT`: prints every name that can be given. @throws UsageError for an unknown list. */
export async function list(given: Given): Promise<number> {
  const { json } = readOptions(listOptions, given)
  const what = positional(given, 'what')
  const all = listNames.join(', ')
  if (what === undefined) throw new UsageError(`list needs what to list: ${all}.`)
  if (!Object.hasOwn(lists, what))
    throw new UsageError(
      `There is no list ${JSON.stringify(what)}${didYouMean(what, listNames)} The lists are: ${all}.`,
    )
  const entries = lists[what]!()
  const width = Math.max(...entries.map(({ name }) => name.length))
  const lines = entries.map(({ name, description }) => `${name.padEnd(width)}  ${description}\n`)
  process.stdout.write(json ? `${JSON.stringify(entries, null, 2)}\n` : lines.join(''))
  return 0
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
