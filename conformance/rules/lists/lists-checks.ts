import { blocked, fail, insufficient, observed } from '../../catalogue/verdict.ts'
import { isObject, memberOf, recordOf } from '../../reading/find-list.ts'
import { otherId } from '../../reading/id-forms.ts'
import { type Check, defineCheck } from '../../run/define-check.ts'
import type { Session } from '../../run/session.ts'
import { type Exchange, summary } from '../../wire/exchange.ts'
import { answerTo } from '../answers.ts'
import { catalogPath, versionedPath } from '../paths.ts'
import { pageOf } from './pages.ts'
import {
  absenceOfResources,
  type FirstPage,
  firstPage,
  forbidden,
  isForbidden,
  listWalk,
  productsPath,
} from './walked-list.ts'

const versionServed = { effect: 'read', needs: ['bearer'], after: ['versions.current.path'] } as const

/** Whether an answer may be how a target writes an empty list: frameworks write null, or leave the member out. */
function mayBeEmpty({ response: { status, json } }: Exchange): boolean {
  if (status !== 200) return false
  return json === null || (isObject(json) && Object.values(json).every((member) => member === null || member === 0))
}

/**
 * An empty list counts as a list if the target tells that path from others.
 * @throws Conclusion `insufficientEvidence` when a path that nobody documents is answered with a list too.
 */
async function assertToldApart(session: Session): Promise<void> {
  const path = versionedPath(session, `no-such-resource-${session.run.id}`)
  if (pageOf(session, await answerTo(session, { path })))
    insufficient(`every list is empty, and the target answers ${path}, which does not exist, with a list too`)
}

/** A list; it may be empty. */
async function assertList(session: Session, path: string, what: string): Promise<string> {
  const { page, exchange } = await firstPage(session, path)
  if (!page && mayBeEmpty(exchange))
    insufficient(`whether ${summary(exchange)} is an empty list of ${what} cannot be told; it takes a record`)
  if (isForbidden(exchange)) insufficient(forbidden(path, exchange))
  if (!page) fail(`200 with a list of ${what}`, summary(exchange))
  if (page.items.length > 0) return `${page.items.length} records on the first page`
  await assertToldApart(session)
  return 'the list is empty'
}

/** The lists of clause 4.4, and the version in their paths. */
export const listChecks: readonly Check[] = [
  defineCheck({
    id: 'versions.current.path',
    requirement: 'versions.current',
    effect: 'read',
    needs: ['bearer'],
    description: 'GETs the lists of clause 4.4 under /{version}/: at least one of them returns a list.',
    run: async (session) => {
      const paths = [
        versionedPath(session, 'environments'),
        versionedPath(session, 'resources'),
        ...(session.run.target.samples?.catalogId === undefined ? [] : [await productsPath(session)]),
      ]
      const answers: FirstPage[] = []
      for (const path of paths) answers.push(await firstPage(session, path))
      if (answers.some(({ page }) => page !== undefined && page.items.length > 0)) return undefined
      if (answers.some(({ page }) => page !== undefined)) {
        await assertToldApart(session)
        return 'every list is empty'
      }
      const [first] = answers.map(({ exchange }) => exchange)
      if (answers.every(({ exchange: { response } }) => response.status === 401 || response.status === 403))
        blocked(`the Bearer token is not accepted: ${summary(first!)}`)
      return fail(`a list at ${paths.join(' or ')}`, summary(first!))
    },
  }),
  defineCheck({
    id: 'environments.list.get',
    requirement: 'environments.list',
    ...versionServed,
    description: 'GETs /{version}/environments: 200 with a list of records.',
    run: (session) => assertList(session, versionedPath(session, 'environments'), 'environments'),
  }),
  defineCheck({
    id: 'environments.fields.id-name',
    requirement: 'environments.fields',
    ...versionServed,
    after: ['environments.list.get'],
    description:
      'Each record of GET /{version}/environments, on every page and on a small one behind a cursor, has a ' +
      'member id, and a member name that is a text.',
    run: async (session) => {
      const path = versionedPath(session, 'environments')
      const { items, ids } = await listWalk(session, path)
      if (items.length === 0) insufficient('there are no environments to see the members of')
      // All may be on the first page: a page behind a cursor may be put together in another way.
      const later = await answerTo(session, { path, query: { limit: 2, starting_after: ids[0] || undefined } })
      for (const item of [...items, ...(pageOf(session, later)?.items ?? [])]) {
        const record = recordOf(item)
        const shown = JSON.stringify(item).slice(0, 160)
        if (record?.['id'] === undefined || record['id'] === null)
          fail('a member id on each environment', `an environment without one: ${shown}`)
        if (typeof memberOf(record, 'name') !== 'string')
          fail('a member name with a text on each environment', `an environment without one: ${shown}`)
      }
      return `${items.length} environments`
    },
  }),
  defineCheck({
    id: 'resources.list.get',
    requirement: 'resources.list',
    ...versionServed,
    description:
      'GETs /{version}/resources: 200 with a list of records. Clause 4.4 gives this path as an example, so a target ' +
      'file whose enumFilters name another path need not have it.',
    run: async (session) => {
      const path = versionedPath(session, 'resources')
      const absence = await absenceOfResources(session)
      if (absence !== undefined) observed(absence)
      return assertList(session, path, 'resources')
    },
  }),
  defineCheck({
    id: 'products.list.get',
    requirement: 'products.list',
    ...versionServed,
    needs: ['bearer', 'catalogId'],
    description: 'GETs /{version}/pulse/catalogs/{catalog_id}/products: 200 with a list of records.',
    run: async (session) => assertList(session, await productsPath(session), 'products'),
  }),
  defineCheck({
    id: 'products.list.own-catalog',
    requirement: 'products.list',
    ...versionServed,
    needs: ['bearer', 'catalogId'],
    after: ['products.list.get'],
    description: 'GETs the products of a well-formed id of no catalog: they are not those of samples.catalogId.',
    run: async (session) => {
      const { page } = await firstPage(session, await productsPath(session))
      if (page!.ids.length === 0) insufficient('the catalog of samples.catalogId has no products')
      const exchange = await session.send({
        path: catalogPath(session, otherId(session.run.target.samples!.catalogId!)),
        query: { limit: 2 },
      })
      const shared = pageOf(session, exchange)?.ids.filter((id) => page!.ids.includes(id)) ?? []
      if (shared.length > 0)
        fail('only products of the catalog in the path', `the same product ${shared[0]} for another catalog id`)
    },
  }),
]
