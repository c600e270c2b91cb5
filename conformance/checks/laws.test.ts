// Laws run over the table of operations: each operation that they are about is asked.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, expect, it } from 'vitest'
import { timelessSubject, runKit } from '../../testing/selftest/subject.ts'
import {
  type CursorParameter,
  cursorParameters,
  idInPathOf,
  idOperations,
  type OperationId,
  operationOf,
  operations,
  writeOperations,
} from '../catalogue/operations.ts'
import { operationAt, parametersOf } from '../catalogue/operation-paths.ts'
import { isBare, isPrefixed } from '../reading/id-forms.ts'
import { pathNamesOf } from '../target/path-names.ts'

/** The places in which ids stand, by operation and parameter. */
const idPlaces: readonly string[] = [
  ...idOperations.map((id) => `${id} ${idInPathOf(id).parameter}`),
  ...operations
    .filter(({ paging }) => paging === 'cursors')
    .flatMap(({ id }) => cursorParameters.map((parameter) => `${id} ${parameter}`)),
]

/** A request of a run: its operation, and each id in it by its place. */
interface Asked {
  readonly operation: OperationId
  readonly method: string
  readonly query: URLSearchParams
  readonly authorization: string | null
  readonly contentType: string | null
  readonly status: number
  readonly ids: readonly (readonly [place: string, id: string])[]
}

/** The requests of a run of some checks. */
async function askedBy(only: readonly string[]): Promise<readonly Asked[]> {
  const subject = timelessSubject({})
  const names = pathNamesOf(subject.target)
  const asked: Asked[] = []
  const recording = async (request: Request) => {
    const response = await subject.fetch(request)
    const { pathname, searchParams: query } = new URL(request.url)
    const operation = operationAt(request.method, pathname, names)
    if (operation) {
      const inQuery = cursorParameters.flatMap((name: CursorParameter) =>
        query.getAll(name).map((id) => [`${operation} ${name}`, id] as const),
      )
      const inPath = Object.entries(parametersOf(operation, pathname, names)).map(
        ([name, id]) => [`${operation} ${name}`, id!] as const,
      )
      asked.push({
        operation,
        method: request.method,
        query,
        authorization: request.headers.get('authorization'),
        contentType: request.headers.get('content-type'),
        status: response.status,
        ids: [...inPath, ...inQuery],
      })
    }
    return response
  }
  await runKit({ ...subject, fetch: recording }, { only })
  return asked
}

let malformed: readonly Asked[]
let prefixed: readonly Asked[]
let queried: readonly Asked[]
let guarded: readonly Asked[]
let described: readonly Asked[]
let written: readonly Asked[]
let walked: readonly Asked[]

beforeAll(async () => {
  malformed = await askedBy(['ids.malformed-*'])
  prefixed = await askedBy(['ids.prefix*', 'ids.known-prefixes*'])
  queried = await askedBy(['http.query-on-writes.*'])
  guarded = await askedBy(['auth.required*', 'auth.invalid-bearer*', 'auth.legacy-required*', '*.auth.*', '*-auth.*'])
  described = await askedBy(['http.options.*'])
  walked = await askedBy(['ids.order.times'])
  written = await askedBy(['http.json-body.*', 'pat.*', 'legacy.groups-post.*', 'services.invoke.*'])
}, 60_000)

const answeredAt = (asked: readonly Asked[], place: string): readonly string[] =>
  asked.flatMap(({ ids }) => ids.filter(([at]) => at === place).map(([, id]) => id))

it('knows places of ids in paths and in queries', () => {
  expect(idPlaces).toContain('configurations.value scope_id')
  expect(idPlaces).toContain('products.list starting_after')
  expect(idPlaces.length).toBeGreaterThanOrEqual(11)
})

it.each(idPlaces)('sends a malformed bare id, a malformed prefixed id and a right one as %s', (place) => {
  const ids = answeredAt(malformed, place)
  expect(ids.some((id) => isBare(id) || isPrefixed(id))).toBe(true)
  expect(ids.some((id) => /^[a-z]{3}_./.test(id) && !isPrefixed(id))).toBe(true)
  expect(ids.some((id) => !id.includes('_') && !isBare(id))).toBe(true)
})

// A scope needs its own prefix.
it.each(idPlaces.filter((place) => place !== 'configurations.value scope_id'))(
  'sends a bare id and a prefixed one as %s',
  (place) => {
    const ids = answeredAt(prefixed, place)
    expect(ids.some(isBare)).toBe(true)
    expect(ids.some(isPrefixed)).toBe(true)
  },
)

it.each(writeOperations)('sends a query with %s', (operation) => {
  const asked = queried.filter((request) => request.operation === operation && request.method !== 'OPTIONS')
  expect(asked.some(({ query }) => query.size > 0)).toBe(true)
})

/** The operations whose answers are stated. */
const answered = operations.filter(({ answer }) => answer !== 'page')

it.each(answered.filter(({ credentials }) => credentials === 'bearer' || credentials === 'legacy'))(
  'asks for $id without credentials, with wrong ones, and with right ones',
  ({ id, method }) => {
    const asked = guarded.filter((request) => request.operation === id && request.method === method)
    const right = new Set(asked.filter(({ status }) => status < 300).map(({ authorization }) => authorization))
    expect(right.size).toBeGreaterThan(0)
    expect(right.has(null)).toBe(false)
    expect(asked.some(({ authorization }) => authorization === null)).toBe(true)
    expect(asked.some(({ authorization }) => authorization !== null && !right.has(authorization))).toBe(true)
  },
)

it.each(answered)('asks for a description of the path of $id', ({ path }) => {
  const options = described.filter(({ method }) => method === 'OPTIONS')
  expect(options.map(({ operation }) => operationOf(operation).path)).toContain(path)
})

it.each(answered.filter(({ body }) => body === 'json'))('sends JSON with $id', ({ id }) => {
  const asked = written.filter((request) => request.operation === id && request.contentType === 'application/json')
  expect(asked.some(({ status }) => status < 300)).toBe(true)
})

it('counts as writes all that has no GET, but the MCP endpoint, whose answer is not stated', () => {
  const others = operations.filter(
    ({ id, method }) => method !== 'GET' && !writeOperations.some((write) => write === id),
  )
  expect(others.map(({ id }) => id)).toEqual(['mcp'])
})

it('writes the path of no request by hand', () => {
  const folders = ['.', '../judge'].map((folder) => fileURLToPath(new URL(folder, import.meta.url)))
  const files = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
      .map((name) => join(folder, name)),
  )
  expect(files.length).toBeGreaterThan(100)
  expect(files.filter((file) => /\bpath: ['"`]\//.test(readFileSync(file, 'utf8')))).toEqual([])
})

it.each(operations.filter(({ part, answer }) => part === 'versioned' && answer === 'list'))(
  'walks $id for the order of ids',
  ({ id }) => {
    expect(walked.some(({ operation, status }) => operation === id && status === 200)).toBe(true)
  },
)
