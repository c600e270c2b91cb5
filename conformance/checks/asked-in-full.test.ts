// Faults that stand in one place or concern one value alone. A run that is not quick asks there whatever its seed.
import { expect, it } from 'vitest'
import { emulatorSubject, resultLines, runKit } from '../../testing/selftest/subject.ts'

const { target } = emulatorSubject()
const { catalogId } = target.samples!
const catalog = `/1.13/pulse/catalogs/${catalogId!}/products`

/** The answer to a faulty request; undefined where the server answers rightly. */
type Fault = (asked: {
  readonly path: string
  readonly query: URLSearchParams
  readonly isAnonymous: boolean
  /** Asks the server with some parameters changed, and with credentials. */
  readonly ask: (query: Readonly<Record<string, string | undefined>>) => Promise<Response>
}) => Promise<Response> | Response | undefined

const refused = () => Response.json({}, { status: 400 })

/** A server that trims or folds a value of one filter at one list. */
const reading =
  (list: string, parameter: string, fold: (value: string) => string): Fault =>
  ({ path, query, ask }) => {
    const value = query.get(parameter)
    return path === list && value !== null && fold(value) !== value ? ask({ [parameter]: fold(value) }) : undefined
  }

/** A server that serves a list to anybody who gives a parameter. */
const open =
  (list: RegExp, parameter: string): Fault =>
  ({ path, query, isAnonymous, ask }) =>
    isAnonymous && list.test(path) && query.has(parameter) ? ask({}) : undefined

const isShort = (id: string | null) => id !== null && id.length < 27

const faults: readonly (readonly [check: string, what: string, Fault])[] = [
  ['auth.required.side-doors', 'products that a filter opens', open(/\/products$/, 'status')],
  ['auth.required.side-doors', 'environments that a limit opens', open(/\/environments$/, 'limit')],
  ['auth.required.side-doors', 'resources that a cursor opens', open(/\/resources$/, 'starting_after')],
  ['auth.legacy-required.side-doors', 'groups that a filter opens', open(/\/groups\/$/, 'status')],
  [
    'filters.enum-invalid.near',
    'a kind of environments that ignores a line end',
    reading('/1.13/environments', 'kind', (value) => value.trimEnd()),
  ],
  [
    'filters.enum-invalid.near',
    'a status of resources that is folded as Unicode does',
    reading('/1.13/resources', 'status', (value) => value.normalize('NFKC').replaceAll('\u0131', 'i')),
  ],
  [
    'filters.enum-invalid.near',
    'a status of resources that is a list',
    reading('/1.13/resources', 'status', (value) => value.split(',')[0]!),
  ],
  [
    'filters.enum-invalid.unlisted',
    'environments whose kind is not validated',
    reading('/1.13/environments', 'kind', (value) => (value.startsWith('qzx') ? 'production' : value)),
  ],
  [
    'filters.enum-invalid.paged',
    'environments that forget to validate beside ending_before',
    ({ path, query, ask }) =>
      path === '/1.13/environments' && query.has('ending_before') ? ask({ kind: undefined }) : undefined,
  ],
  [
    'ids.prefix-ignored.catalog',
    'the prefix of a flow refused',
    ({ path }) => (path.includes('/flw_') ? refused() : undefined),
  ],
  [
    'ids.malformed-cursor.lists',
    'a short cursor taken at the environments',
    ({ path, query, ask }) =>
      path === '/1.13/environments' && isShort(query.get('starting_after'))
        ? ask({ starting_after: undefined })
        : undefined,
  ],
  [
    'filters.paged.one',
    'a category that limit=1 ignores',
    ({ path, query, ask }) =>
      path === catalog && query.get('limit') === '1' && query.has('category')
        ? ask({ category: undefined })
        : undefined,
  ],
]

it.each(faults)('%s finds %s, with any seed', async (check, _what, fault) => {
  for (const seed of [1, 2]) {
    const { fetch } = emulatorSubject()
    const lenient = async (request: Request): Promise<Response> => {
      const { pathname: path, searchParams: query } = new URL(request.url)
      const answer = await fault({
        path,
        query,
        isAnonymous: !request.headers.has('authorization'),
        ask: (changes) => {
          const url = new URL(request.url)
          for (const [name, value] of Object.entries(changes))
            if (value === undefined) url.searchParams.delete(name)
            else url.searchParams.set(name, value)
          const { token, integrationToken } = target.credentials!
          const credential = path.startsWith('/0/') ? integrationToken! : token!
          return fetch(new Request(url, { headers: { authorization: `Bearer ${credential}` } }))
        },
      })
      return answer ?? fetch(request)
    }
    const options = { only: [check], seed }
    expect(resultLines(await runKit(emulatorSubject(), options), 'fail', 'blocked', 'insufficientEvidence')).toEqual([])
    expect(resultLines(await runKit({ target, fetch: lenient }, options), 'fail').join()).toContain(`${check} fail`)
  }
})
