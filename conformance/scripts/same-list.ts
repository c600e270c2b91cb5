import type { Exchange } from '../conclusions/exchange.ts'

const paging = ['limit', 'starting_after', 'ending_before', 'cursor']

/** Whether two requests ask for the same list, at any page. */
export function isSameList(left: Exchange, right: Exchange): boolean {
  const withoutPaging = ({ request: { method, url } }: Exchange) => {
    const address = new URL(url)
    for (const name of paging) address.searchParams.delete(name)
    return `${method} ${address.href}`
  }
  return withoutPaging(left) === withoutPaging(right)
}

/** Whether two requests ask for pages of the same size. */
export function isSameLimit(left: Exchange, right: Exchange): boolean {
  const limit = ({ request }: Exchange) => new URL(request.url).searchParams.get('limit')
  return limit(left) === limit(right)
}
