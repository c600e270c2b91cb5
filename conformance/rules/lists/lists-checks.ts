import { blocked, fail, insufficient } from '../../catalogue/verdict.ts'
import { memberOf, recordOf } from '../../reading/find-list.ts'
import { otherId } from '../../reading/id-forms.ts'
import { type Check, defineCheck } from '../../run/define-check.ts'
import type { Session } from '../../run/session.ts'
import { summary } from '../../wire/exchange.ts'
import { catalogPath, versionedPath } from '../paths.ts'
import { pageOf } from './pages.ts'
import { type FirstPage, firstPage, productsPath } from './walked-list.ts'

const versionServed = { effect: 'read', needs: ['bearer'], after: ['versions.current.path'] } as const

/** A list with something in it. */
async function assertList(session: Session, path: string, what: string): Promise<string> {
  const { page, exchange } = await firstPage(session, path)
  if (!page) fail(`200 with a list of ${what}`, summary(exchange))
  if (page.items.length === 0)
    insufficient(`the list of ${what} at ${path} is empty; it takes at least one to see a list`)
  return `${page.items.length} records on the first page`
}

/** The lists of clause 4.4, and the version in their paths. */
export const listChecks: readonly Check[] = [
  defineCheck({
    id: 'versions.current.path',
    requirement: 'versions.current',
    effect: 'read',
    needs: ['bearer'],
    description: 'GETs the lists of clause 4.4 under /{version}/: at least one of them returns a list with records.',
    run: async (session) => {
      const paths = [
        versionedPath(session, 'environments'),
        versionedPath(session, 'resources'),
        ...(session.run.target.samples?.catalogId === undefined ? [] : [await productsPath(session)]),
      ]
      const answers: FirstPage[] = []
      for (const path of paths) answers.push(await firstPage(session, path))
      if (answers.some(({ page }) => page !== undefined && page.items.length > 0)) return undefined
      if (answers.some(({ page }) => page !== undefined))
        insufficient(`every list under /${session.run.version}/ is empty`)
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
    description: 'Each record of GET /{version}/environments has a member id, and a member name that is a text.',
    run: async (session) => {
      const path = versionedPath(session, 'environments')
      const { page } = await firstPage(session, path)
      for (const item of page?.items ?? []) {
        const record = recordOf(item)
        const shown = JSON.stringify(item).slice(0, 160)
        if (record?.['id'] === undefined || record['id'] === null)
          fail('a member id on each environment', `an environment without one: ${shown}`)
        if (typeof memberOf(record, 'name') !== 'string')
          fail('a member name with a text on each environment', `an environment without one: ${shown}`)
      }
    },
  }),
  defineCheck({
    id: 'resources.list.get',
    requirement: 'resources.list',
    ...versionServed,
    description: 'GETs /{version}/resources: 200 with a list of records.',
    run: (session) => assertList(session, versionedPath(session, 'resources'), 'resources'),
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
