import { toAddress, at, operationPath, type Path } from '../../catalogue/operation-paths.ts'
import { because } from '../../conclusions/cause.ts'
import { blocked, fail, insufficient, notApplicable, unlessConcluded } from '../../conclusions/conclusion.ts'
import { itemId, isObject, type Item, findMember } from '../../reading/find-list.ts'
import type { DeclaredCheck, Observer } from '../../judge/define-check.ts'
import { ListPlaces } from '../../reading/documented-answers.ts'
import type { Session } from '../../judge/session.ts'
import { type Exchange, toEvidence } from '../../conclusions/exchange.ts'
import { answerPhrase, countPhrase, type Phrase, phrase } from '../../conclusions/phrase.ts'
import { askOnce } from '../shared-answers.ts'
import { versionedPath } from '../paths.ts'
import { samePath } from '../../reading/id-forms.ts'
import { toValueText } from '../../reading/value-text.ts'
import { EnvironmentPages } from './environment-fields.ts'
import { type Query, withoutParameters } from './fewest-parameters.ts'
import { enumFilters } from './list-filters.ts'
import { noListFact, readListPage } from './pages.ts'
import {
  absenceOfResources,
  assertMaySee,
  type FirstPage,
  firstPage,
  listWalk,
  productsPath,
  declaredLists,
} from './walked-list.ts'
import { hasSuccessStatus } from '../../reading/success.ts'

const versionServed = { effect: 'read', needs: ['bearer'], after: ['versions.current.path'] } as const

/** Returns true if an answer may be an empty list: frameworks may write null, or omit the member. */
function mayBeEmpty(exchange: Exchange): boolean {
  if (!hasSuccessStatus(exchange)) return false
  const { json } = exchange.response
  return json === null || (isObject(json) && Object.values(json).every((member) => member === null || member === 0))
}

/**
 * An empty list counts as a list if the target distinguishes that path from unknown ones.
 * @throws Conclusion `insufficientEvidence` if an undocumented path is answered with a list too.
 */
async function assertToldApart(session: Session): Promise<void> {
  const path = versionedPath(session, `no-such-resource-${session.run.id}`)
  if (readListPage(session, await askOnce(session, { path })))
    insufficient(
      because.alike,
      phrase`every list is empty, and the target answers ${path.address}, which does not exist, with a list too`,
    )
}

/** Asserts that a path serves a list, which may be empty. */
async function assertServesList(session: Session, path: Path, what: string): Promise<Phrase> {
  const { page, exchange } = await firstPage(session, path)
  if (!page && mayBeEmpty(exchange))
    insufficient(
      because.data,
      phrase`${answerPhrase(exchange)} may be an empty list of ${what}; to decide, it takes a record`,
      exchange,
    )
  assertMaySee(session, path, exchange)
  if (!page)
    fail({ expected: phrase`200 with a list of ${what}`, got: answerPhrase(exchange), fact: noListFact(exchange) })
  if (page.items.length > 0) return phrase`${countPhrase(page.items.length, 'record')} on the first page`
  await assertToldApart(session)
  return phrase`the list is empty`
}

/** Watches all pages of environments that a run requests. */
function watchEnvironments(): Observer {
  const places = new ListPlaces()
  const pages = new EnvironmentPages()
  const evidence: Exchange[] = []
  let seen = 0
  return {
    evidence,
    record(exchange) {
      const answered = places.read(exchange)
      if (answered?.kind !== 'environment' || !answered.list) return
      seen += answered.records.length
      pages.add({ exchange: toEvidence(exchange), items: answered.records })
      if (pages.evidence) evidence[0] = pages.evidence
    },
    conclude() {
      pages.assert()
      if (seen === 0) notApplicable(because.data, phrase`no page of environments with a record was seen`)
      return { remark: countPhrase(seen, 'record') }
    },
  }
}

/** The queries of a request without one of its parameters. */
function fewerParameters({ request }: Exchange): readonly Query[] {
  const query: Query = Object.fromEntries(new URL(request.url).searchParams)
  return Object.keys(query).map((name) => withoutParameters(query, name))
}

/** Queries of the environments that differ in one parameter. */
function environmentQueries({ run }: Session, [first, second]: readonly Item[]): readonly Query[] {
  const filters = enumFilters(run.target, run.quick).filter(({ path }) =>
    samePath(path, operationPath('environments.list', run.names)),
  )
  const name = toValueText(findMember(second ?? first, 'name'))
  const ids = [first, second].map((item) => item && itemId(item))
  return [
    {},
    { limit: 2 },
    ...(ids[0] === undefined ? [] : [{ starting_after: ids[0] }]),
    ...(ids[1] === undefined ? [] : [{ ending_before: ids[1] }]),
    ...(name === '' ? [] : [{ search: name }]),
    ...filters.map(({ parameter, values }): Query => ({ [parameter]: values[0]! })),
  ]
}

/** The lists of clause 4.4, and the version in their paths. */
export const listChecks: readonly DeclaredCheck[] = [
  {
    id: 'versions.current.path',
    effect: 'read',
    needs: ['bearer'],
    description: 'GETs the lists of clause 4.4 under /{version}/: at least one of them returns a list.',
    run: async (session) => {
      const paths = await declaredLists(session)
      const answers: FirstPage[] = []
      for (const path of paths) answers.push(await firstPage(session, path))
      if (answers.some(({ page }) => page !== undefined && page.items.length > 0)) return undefined
      if (answers.some(({ page }) => page !== undefined)) {
        await assertToldApart(session)
        return phrase`every list is empty`
      }
      const [first] = answers.map(({ exchange }) => exchange)
      if (answers.every(({ exchange: { response } }) => response.status === 401 || response.status === 403))
        blocked(
          { kind: 'credential', credential: 'bearer' },
          phrase`the Bearer token is not accepted: ${answerPhrase(first!)}`,
          first!,
        )
      return fail({
        expected: phrase`a list at ${{ list: paths.map((path) => toAddress(path, session.run.names)), between: ' or ' }}`,
        got: answerPhrase(first!),
        fact: noListFact(first!),
      })
    },
  },
  {
    id: 'environments.list.get',
    ...versionServed,
    description: 'GETs /{version}/environments: 200 with a list of records.',
    run: (session) => assertServesList(session, at('environments.list'), 'environments'),
  },
  {
    id: 'environments.fields.id-name',
    ...versionServed,
    after: ['environments.list.get'],
    description:
      'Each record of GET /{version}/environments, on every page and on a small one after a cursor (with Accept: */*), has a member id, and a member name that is a string.',
    run: async (session) => {
      const path = at('environments.list')
      const { items, ids, pages } = await listWalk(session, path)
      if (items.length === 0) insufficient(because.data, phrase`there are no environments that show the members`)
      // All records may fit on the first page, but a page after a cursor may be built differently. It is requested with
      // the Accept header of curl and most libraries, which must get JSON too: http.json.everywhere checks that.
      const query = { limit: 2, starting_after: ids[0] || undefined }
      const later = readListPage(session, await session.send({ path, query, headers: { accept: '*/*' } }))
      const seen = new EnvironmentPages()
      for (const page of [...pages, ...(later ? [later] : [])]) seen.add(page)
      if (seen.evidence)
        for (const other of [...fewerParameters(seen.evidence), ...environmentQueries(session, items)]) {
          const page = await unlessConcluded(askOnce(session, { path, query: other }))
          const read = page && readListPage(session, page)
          if (read) seen.add(read)
        }
      seen.assert()
      return phrase`${items.length} environments`
    },
  },
  {
    id: 'environments.fields.pages',
    mayRepeat: true,
    reads: ['environments.fields.id-name'],
    description:
      'Reads every page of environments that a run requests, with any query: each record has a member id, and a member name that is a string.',
    observe: () => watchEnvironments(),
  },
  {
    id: 'resources.list.get',
    ...versionServed,
    description:
      'GETs /{version}/resources: 200 with a list of records. Clause 4.4 gives this path as an example, so a target file whose enumFilters name another path need not have it.',
    run: async (session) => {
      const path = at('resources.list')
      const absence = await absenceOfResources(session)
      if (absence) notApplicable(because.absent, absence)
      return assertServesList(session, path, 'resources')
    },
  },
  {
    id: 'products.list.get',
    ...versionServed,
    needs: ['bearer', 'catalogId'],
    description: 'GETs /{version}/pulse/catalogs/{catalog_id}/products: 200 with a list of records.',
    run: async (session) => assertServesList(session, await productsPath(session), 'products'),
  },
]
