import { type ConventionName, definitions } from '../../emulator/model/contract/conventions.ts'
import { shippedDeviations } from '../../emulator/disturb/deviations/deviations.ts'
import { defaultConventions, describeConventions } from '../../emulator/api/dialect/conventions.ts'
import { offers, offerTitle } from '../../conformance/catalogue/profiles.ts'
import { commonFormats, findFormat, reportFormats } from '../../conformance/report/format-list.ts'
import { endpoints } from '../../emulator/api/endpoints/endpoints.ts'
import { faultSchema } from '../../emulator/disturb/faults/fault.ts'
import { scenarios } from '../../emulator/disturb/scenarios/scenarios.ts'
import { keyword } from '../../emulator/tools/json-schema.ts'
import { didYouMean, nearest } from '../../emulator/tools/nearest.ts'
import { UsageError } from '../usage-error.ts'

/** A name that options take, and its meaning. */
interface Entry {
  readonly name: string
  readonly description: string
  /** The title of its group, if the list has groups. */
  readonly group?: string
  readonly [more: string]: unknown
}

/** The lists by name. */
const lists: Readonly<Record<string, () => readonly Entry[]>> = {
  operations: () =>
    endpoints.map(({ id, method, path, summary }) => {
      const at = typeof path === 'string' ? path : path(defaultConventions)
      return { name: id, description: `${method} ${at}: ${summary}`, method, path: at, summary }
    }),
  scenarios: () =>
    scenarios.map(({ name, group, description, clause, setting = null }) => ({
      name,
      group,
      description,
      clause,
      setting,
    })),
  deviations: () =>
    shippedDeviations().map(({ name, group, description, requirement }) => ({ name, group, description, requirement })),
  conventions: () =>
    describeConventions(defaultConventions).map(({ value: _same, alternatives, ...convention }) => {
      const { what } = definitions[convention.name as ConventionName]
      const others = typeof alternatives === 'string' ? alternatives : alternatives.map(toText).join(', ')
      const also = convention.also === undefined ? '' : `, or ${convention.also}`
      const description = `${what} Default: ${toText(convention.default)}; others: ${others}${also}.`
      return { ...convention, alternatives, description }
    }),
  formats: () =>
    reportFormats.map((name) => {
      const { title, file } = findFormat(name)
      const isForClients = commonFormats.some((format) => format === name)
      return { name, description: isForClients ? title : `${title}; for services only`, file }
    }),
  offers: () => offers.map((name) => ({ name, description: offerTitle(name) })),
  faults: () =>
    Object.entries(keyword(faultSchema(), 'properties') as Readonly<Record<string, { description: string }>>).map(
      ([name, schema]) => ({ name, description: schema.description, schema }),
    ),
}

/** The names of the lists. */
export const listNames: readonly string[] = Object.keys(lists)

/** The commands that print the names of other lists. */
const elsewhere: Readonly<Record<string, string>> = {
  requirements: '`emulator conformance list` prints requirements',
  checks: '`emulator conformance explain ID` prints the checks of a requirement',
  tasks: '`emulator client list` prints tasks',
  topics: '`emulator help` prints topics',
}

/** `emulator list WHAT`: prints every name that options take. @throws UsageError for an unknown list. */
export async function list(what: string | undefined, json: boolean): Promise<number> {
  const all = listNames.join(', ')
  if (what === undefined) throw new UsageError(`Name the list: ${all}.`)
  if (!Object.hasOwn(lists, what)) {
    const meant = nearest(what, [...listNames, ...Object.keys(elsewhere)])
    const hint =
      meant !== undefined && Object.hasOwn(elsewhere, meant) ? `; ${elsewhere[meant]}.` : didYouMean(what, listNames)
    throw new UsageError(`There is no list ${JSON.stringify(what)}${hint} The lists are: ${all}.`)
  }
  const entries = lists[what]!()
  const width = Math.max(...entries.map(({ name }) => name.length))
  const lines = [...Map.groupBy(entries, ({ group }) => group)].map(([title, some], index) => {
    const rows = some.map(({ name, description }) => `${name.padEnd(width)}  ${description}\n`)
    if (title === undefined) return rows.join('')
    return `${index === 0 ? '' : '\n'}${title}\n${rows.map((row) => `  ${row}`).join('')}`
  })
  process.stdout.write(json ? `${JSON.stringify(entries, null, 2)}\n` : lines.join(''))
  return 0
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
