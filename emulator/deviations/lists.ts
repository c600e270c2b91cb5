import { defineDeviation, type Deviation, type FetchLike, type FetchWrapper, rewriteJson } from './define-deviation.ts'
import { itemsOf, replaceItems } from './product-list.ts'

const json = (status: number, body: unknown) => Response.json(body, { status })

/** Answers GET of some paths with this instead, where all was well. */
function answering(path: RegExp, status: number, body: unknown): FetchWrapper {
  return (next) => async (request) => {
    const response = await next(request)
    return response.status === 200 && request.method === 'GET' && path.test(new URL(request.url).pathname)
      ? json(status, body)
      : response
  }
}

const environments = /^\/[\d.]+\/environments$/
const resources = /^\/[\d.]+\/resources$/
const products = /\/pulse\/catalogs\/([^/]+)\/products$/
const gone = { error: { code: 'not_found', message: 'There is nothing here.' } }

/** Alters the environments of a list. */
function environmentsWith(change: (record: Readonly<Record<string, unknown>>, index: number) => unknown): FetchWrapper {
  return rewriteJson(
    (request, response) => response.status === 200 && environments.test(new URL(request.url).pathname),
    (body) =>
      replaceItems(
        body,
        itemsOf(body).map((record, index) => change(record, index)),
      ),
  )
}

/** Any well-formed catalog id gives the products of the first catalog that was asked for. */
const anyCatalog = (next: FetchLike): FetchLike => {
  let known: string | undefined
  return async (request) => {
    const url = new URL(request.url)
    const response = await next(request.clone())
    const catalog = products.exec(url.pathname)?.[1]
    if (!catalog) return response
    if (response.status === 200) known ??= catalog
    if (response.status !== 404 || known === undefined) return response
    url.pathname = url.pathname.replace(catalog, known)
    return next(new Request(url, request))
  }
}

/** Violations of clauses 4.4 and 9, and of clause 2.1 by environments. */
export const listDeviations: readonly Deviation[] = [
  defineDeviation({
    name: 'version-not-served',
    requirement: 'versions.current',
    caughtBy: 'versions.current.path',
    description: 'The lists are not served under the current version.',
    wrap: answering(/\/(?:environments|resources|products)$/, 404, gone),
  }),
  defineDeviation({
    name: 'environments-not-found',
    requirement: 'environments.list',
    caughtBy: 'environments.list.get',
    description: 'There are no environments under the current version.',
    wrap: answering(environments, 404, gone),
  }),
  defineDeviation({
    name: 'environments-no-list',
    requirement: 'environments.list',
    caughtBy: 'environments.list.get',
    description: 'The environments are answered as a number of them.',
    wrap: answering(environments, 200, { count: 25 }),
  }),
  defineDeviation({
    name: 'environment-without-name',
    requirement: 'environments.fields',
    caughtBy: 'environments.fields.id-name',
    description: 'One of the environments has no name.',
    wrap: environmentsWith(({ name, ...rest }, index) => (index === 3 ? rest : { ...rest, name })),
  }),
  defineDeviation({
    name: 'environment-names-within-their-owners',
    requirement: 'environments.fields',
    caughtBy: 'environments.fields.id-name',
    description: 'Environments show the names of their owners, and none of their own.',
    wrap: environmentsWith(({ name: _name, ...rest }) => ({ ...rest, owner: { id: rest['id'], name: 'Acme' } })),
  }),
  defineDeviation({
    name: 'environments-without-id',
    requirement: 'environments.fields',
    caughtBy: 'environments.fields.id-name',
    description: 'Environments are known by their names alone.',
    wrap: environmentsWith(({ id: _id, ...rest }) => rest),
  }),
  defineDeviation({
    name: 'environment-id-renamed',
    requirement: 'environments.fields',
    caughtBy: 'environments.fields.id-name',
    description: 'The id of an environment is called environment_id.',
    wrap: environmentsWith(({ id, ...rest }) => ({ environment_id: id, ...rest })),
  }),
  defineDeviation({
    name: 'resources-not-found',
    requirement: 'resources.list',
    caughtBy: 'resources.list.get',
    description: 'There are no resources under the current version.',
    wrap: answering(resources, 404, gone),
  }),
  defineDeviation({
    name: 'products-not-found',
    requirement: 'products.list',
    caughtBy: 'products.list.get',
    description: 'A catalog has no products.',
    wrap: answering(products, 404, gone),
  }),
  defineDeviation({
    name: 'catalog-id-ignored',
    requirement: 'products.list',
    caughtBy: 'products.list.own-catalog',
    description: 'Every catalog id gives the products of the same catalog.',
    wrap: anyCatalog,
  }),
]
