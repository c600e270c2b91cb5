import { fail, insufficient } from '../../catalogue/verdict.ts'
import { type Answered, ListPlaces, type RecordKind } from '../../reading/documented-answers.ts'
import { isObject, type Item, memberOf } from '../../reading/find-list.ts'
import { isBare, isPrefixed } from '../../reading/id-forms.ts'
import { type Check, defineCheck, type Observer } from '../../run/define-check.ts'
import type { Exchange } from '../../wire/exchange.ts'
import { documentedEndpoints } from '../documented-endpoints.ts'

/** A problem and the exchange that shows it. */
interface Sight {
  readonly exchange: Exchange
  readonly problem: string
}

/** An observer that looks at the records of every documented answer, and fails for the first problem. */
function watchRecords(
  expected: string,
  problemOf: (answered: Answered, exchange: Exchange) => string | undefined,
): Observer {
  let problem: Sight | undefined
  let seen = 0
  const places = new ListPlaces()
  const evidence: Exchange[] = []
  return {
    evidence,
    record(exchange) {
      const answered = places.read(exchange)
      if (!answered) return
      seen += answered.records.length
      const found = problem === undefined ? problemOf(answered, exchange) : undefined
      if (found === undefined) return
      problem = { exchange, problem: found }
      evidence.push(exchange)
    },
    conclude() {
      if (problem)
        fail(
          expected,
          `${problem.problem} at ${problem.exchange.request.method} ${new URL(problem.exchange.request.url).pathname}`,
        )
      if (seen === 0) insufficient('no documented endpoint answered with a record')
      return { remark: `${seen} records` }
    },
  }
}

/** The ids of the platform in a record: its own, and members whose names end in id or ids. */
function idMembers(record: unknown, depth = 3): readonly string[] {
  if (Array.isArray(record)) return depth === 0 ? [] : record.flatMap((item) => idMembers(item, depth - 1))
  if (!isObject(record) || depth === 0) return []
  return Object.entries(record).flatMap(([name, value]) =>
    typeof value === 'string'
      ? /^id$|_id$|Id$|_ids$|Ids$/.test(name)
        ? [value]
        : []
      : Array.isArray(value) && /_ids$|Ids$/.test(name)
        ? value.filter((one) => typeof one === 'string')
        : idMembers(value, depth - 1),
  )
}

interface KnownRecord {
  readonly kind: RecordKind
  readonly name: unknown
}

/**
 * Whether two records with one id are different records: of different kinds and with different names, or without names.
 * What resources are is not shown: they may be records of the other kinds.
 */
function isAnother(one: KnownRecord, other: KnownRecord): boolean {
  if (one.kind === other.kind) return false
  if (typeof one.name === 'string' && typeof other.name === 'string') return one.name !== other.name
  return one.kind !== 'resource' && other.kind !== 'resource'
}

const shown = ({ kind, name }: KnownRecord): string =>
  typeof name === 'string' ? `${kind} ${JSON.stringify(name)}` : kind

/** An observer for one id of two records: twice on a page, or in two collections with different names. */
function watchUnique(): Observer {
  const known = new Map<string, KnownRecord>()
  const created = new Set<string>()
  return watchRecords('ids that are of one record each', ({ kind, records, list }, { request }) => {
    const onPage = new Map<string, Item>()
    for (const record of records) {
      const id = record['id']
      if (typeof id !== 'string') continue
      const twin = onPage.get(id)
      if (twin) return `two records with the id ${id} in one list`
      if (list) onPage.set(id, record)
      if (isCreation(kind, request)) {
        if (created.has(id)) return `the id ${id} for a new ${kind}, which an earlier one has`
        created.add(id)
      }
      const before = known.get(id)
      const name = memberOf(record, 'name')
      if (before && isAnother(before, { kind, name }))
        return `the id ${id} for the ${shown(before)} and the ${shown({ kind, name })}`
      known.set(id, { kind, name })
    }
    return undefined
  })
}

/** Whether a request creates a record by clause 4.2. What a POST of a group does is not shown. */
function isCreation(kind: RecordKind, { method, url }: Exchange['request']): boolean {
  return method === 'POST' && kind === 'access token' && /tokens\/?$/.test(new URL(url).pathname)
}

/** The ids in every answer of a documented endpoint (clause 2.1). */
export const idChecks: readonly Check[] = [
  defineCheck({
    id: 'ids.grammar.answers',
    requirement: 'ids.grammar',
    reads: documentedEndpoints,
    description:
      'Reads every answer of a documented endpoint: the member id of each record is a text of 27 characters from ' +
      'A-Z, ' +
      'a-z and 0-9.',
    observe: () =>
      watchRecords('ids of 27 characters from A-Z, a-z and 0-9', ({ kind, records, list }) => {
        for (const record of records) {
          const id = record['id']
          // A missing id of an environment is a fault of environments.fields.
          if (id === undefined && (!list || kind === 'environment')) continue
          if (typeof id !== 'string')
            return `${kind === 'access token' ? 'an' : 'a'} ${kind} with the id ${JSON.stringify(id) ?? 'left out'}`
          if (!isBare(id) && !isPrefixed(id)) return `${JSON.stringify(id.slice(0, 80))} (${id.length} characters)`
        }
        return undefined
      }),
  }),
  defineCheck({
    id: 'ids.unique.answers',
    requirement: 'ids.unique',
    reads: documentedEndpoints,
    description:
      'Reads every answer of a documented endpoint: no id comes twice on a page, ' +
      'for two kinds of record (with different ' +
      'names, if they show names), or for two new tokens.',
    observe: watchUnique,
  }),
  defineCheck({
    id: 'ids.never-prefixed.answers',
    requirement: 'ids.never-prefixed',
    reads: documentedEndpoints,
    description:
      'Reads every answer of a documented endpoint: no member that is named id, or ends in id, has a prefix.',
    observe: () =>
      watchRecords('ids without a prefix', ({ records }) =>
        records.flatMap((record) => idMembers(record)).find((id) => isPrefixed(id)),
      ),
  }),
]
