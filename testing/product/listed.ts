// The lists of the versioned API with their parameters, and a list served by rules of which a law breaks one.
import type { OperationId } from '../../emulator/model/contract/operation-ids.ts'
import {
  type InterceptedRequest,
  removeParameters,
} from '../../emulator/disturb/deviations/wrappers/intercepted-request.ts'
import {
  readJson,
  type ListedRecord,
  replaceJsonBody,
  replaceRecords,
} from '../../emulator/disturb/deviations/wrappers/messages.ts'
import { allProducts as allRecords } from '../../emulator/disturb/deviations/wrappers/products.ts'

/** A list of clause 4.4. */
export type DocumentedList = 'products.list' | 'resources.list' | 'environments.list'

/** The parameters that choose records of a list. */
interface Parameters {
  readonly strings: readonly string[]
  readonly enums: Readonly<Record<string, readonly string[]>>
  /** The members that search looks into. */
  readonly searched: readonly string[]
}

/** The parameters of each list of clause 4.4, as the default world has them. */
export const parametersOf: Readonly<Record<DocumentedList, Parameters>> = {
  'products.list': {
    strings: ['brand', 'category'],
    enums: { status: ['active', 'draft', 'archived'] },
    searched: ['name', 'brand', 'category', 'description', 'sku'],
  },
  'resources.list': {
    strings: [],
    enums: { status: ['active', 'inactive', 'archived'] },
    searched: ['name', 'type'],
  },
  'environments.list': {
    strings: [],
    enums: { kind: ['production', 'staging', 'development'] },
    searched: ['name'],
  },
}

/** The lists of clause 4.4. */
export const documentedLists: readonly DocumentedList[] = ['products.list', 'resources.list', 'environments.list']

/** An enum filter that the target file declares. */
export interface EnumFilter {
  readonly list: OperationId
  readonly parameter: string
  readonly values: readonly string[]
}

/** The enum filters of the lists of clause 4.4. */
export const documentedEnums: readonly EnumFilter[] = documentedLists.flatMap((list) =>
  Object.entries(parametersOf[list].enums).map(([parameter, values]) => ({ list, parameter, values })),
)

const levels = ['error', 'warning', 'info']
const handling = ['unresolved', 'resolved', 'ignored']

/** The enum filters of all other lists that the target file of the emulator declares. */
export const otherEnums: readonly EnumFilter[] = [
  { list: 'workspaces.list', parameter: 'status', values: ['active', 'archived'] },
  { list: 'projects.list', parameter: 'status', values: ['active', 'archived'] },
  { list: 'flows.list', parameter: 'status', values: ['draft', 'active', 'paused'] },
  { list: 'flow-runs.list', parameter: 'status', values: ['queued', 'running', 'succeeded', 'failed'] },
  { list: 'connections.list', parameter: 'status', values: ['active', 'disabled', 'failed'] },
  { list: 'catalogs.list', parameter: 'status', values: ['active', 'archived'] },
  { list: 'adapter-connections.list', parameter: 'status', values: ['active', 'disabled'] },
  { list: 'issues.list', parameter: 'status', values: handling },
  { list: 'issues.list', parameter: 'level', values: levels },
  { list: 'issue-events.list', parameter: 'level', values: levels },
  { list: 'groups.list', parameter: 'status', values: handling },
]

type Records = readonly ListedRecord[]
export type Filter = readonly [name: string, value: string]

/** Tells whether a string that a record shows matches a value that was requested. */
export type Matches = (text: string, wanted: string) => boolean

/** The page that a request asks for. */
export interface Page {
  readonly cursor: 'starting_after' | 'ending_before' | undefined
  readonly from: number
  readonly to: number
  readonly limit: number
  /** All records that match, in the order of the list. */
  readonly records: Records
  readonly filters: readonly Filter[]
}

/** The behaviour of a server with a list; by default the right one. */
export interface ListRules {
  /** Compares by parameter. */
  readonly matches?: Readonly<Record<string, Matches>>
  /** Returns true if a record is in the list. `right` decides for one filter. */
  readonly select?: (record: ListedRecord, filters: readonly Filter[], right: (filter: Filter) => boolean) => boolean
  readonly sort?: (records: Records) => Records
  /** The page by the places of its first record and of the one after its last; undefined for the right page. */
  readonly cut?: (page: Page) => readonly [from: number, to: number] | undefined
  /** Changes the records of the page. */
  readonly show?: (records: Records, page: Page) => readonly unknown[]
}

const equal: Matches = (text, wanted) => text === wanted
const contains: Matches = (text, wanted) => text.toLowerCase().includes(wanted.toLowerCase())

/** Serves a list by rules. A refusal of the wrapped server stays a refusal. */
export async function serveList(
  list: DocumentedList,
  intercepted: InterceptedRequest,
  { matches = {}, select, sort, cut, show }: ListRules,
): Promise<Response> {
  const response = await intercepted.send()
  if (!response.ok) return response
  const { query } = intercepted
  const { strings, enums, searched } = parametersOf[list]
  const names = [...strings, ...Object.keys(enums), 'search']
  const filters = [...query].filter(([name]) => names.includes(name))
  const isIn = (record: ListedRecord): boolean => {
    const right = ([name, wanted]: Filter): boolean =>
      name === 'search'
        ? searched.some((member) => (matches['search'] ?? contains)(String(record[member] ?? ''), wanted))
        : (matches[name] ?? equal)(String(record[name]), wanted)
    return select ? select(record, filters, right) : filters.every(right)
  }
  const found = (await allRecords(intercepted)).filter(isIn)
  const page = requestedListPage(query, filters, sort ? sort(found) : found)
  const [from, to] = cut?.(page) ?? [page.from, page.to]
  const records = page.records.slice(Math.max(0, from), Math.max(0, to))
  return replaceJsonBody(response, replaceRecords(await readJson(response), show ? show(records, page) : records))
}

const defaultLimit = 20

function requestedListPage(query: URLSearchParams, filters: readonly Filter[], records: Records): Page {
  const limit = Number(query.get('limit') ?? defaultLimit)
  const cursor = (['ending_before', 'starting_after'] as const).find((name) => query.has(name))
  const common = { cursor, limit, records, filters }
  if (cursor === undefined) return { ...common, from: 0, to: limit }
  const id = query.get(cursor)!.slice(-27)
  const newer = records.filter((record) => record.id > id).length
  const behind = newer + (records.some((record) => record.id === id) ? 1 : 0)
  return cursor === 'ending_before'
    ? { ...common, from: newer - limit, to: newer }
    : { ...common, from: behind, to: behind + limit }
}

/** Sends a request without some of its parameters. */
export const sendReduced = (intercepted: InterceptedRequest, ...names: readonly string[]): Promise<Response> =>
  intercepted.send({ query: removeParameters(...names) })
