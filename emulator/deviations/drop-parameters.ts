import { type FetchWrapper, rewriteUrl } from './define-deviation.ts'
import { isProductList } from './product-list.ts'

/** The plain string filters of the products. */
export const stringFilters: readonly string[] = ['brand', 'category']

/** Whether a URL has one of some parameters. */
export function hasOne(url: URL, names: readonly string[]): boolean {
  return names.some((name) => url.searchParams.has(name))
}

/** A deviation that drops query parameters of GET requests on their way in. */
export function dropParameters(names: readonly string[], when: (url: URL, request: Request) => boolean): FetchWrapper {
  return rewriteUrl((url, request) => {
    if (request.method !== 'GET' || !when(url, request)) return undefined
    for (const name of names) url.searchParams.delete(name)
    return url
  })
}

/** A deviation by which parameters of the products do not count where all of others come along. */
export function dropBeside(dropped: readonly string[], ...others: readonly string[]): FetchWrapper {
  return dropParameters(
    dropped,
    (url, request) => isProductList(request) && others.every((name) => url.searchParams.has(name)),
  )
}
