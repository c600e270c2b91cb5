interface LinkPage {
  /** The absolute URL of the list, without a query. */
  readonly url: string
  /** The query as it came. */
  readonly search: string
  readonly offset: number
  readonly size: number
  readonly hasMore: boolean
}

/**
 * The Link header of clause 4.10, in the form that Sentry's parsers expect: previous first; absolute URLs with
 * the other query parameters kept; `rel`, `results` and `cursor` quoted and in that order. Both entries always.
 */
export function toLinkHeader({ url, search, offset, size, hasMore }: LinkPage): string {
  const previous = { rel: 'previous', results: offset > 0, cursor: `0:${Math.max(0, offset - size)}:1` }
  const next = { rel: 'next', results: hasMore, cursor: `0:${offset + size}:0` }
  return [previous, next].map(({ rel, results, cursor }) => `<${url}?${withCursor(search, cursor)}>; rel="${rel}"; results="${results}"; cursor="${cursor}"`).join(', ')
}

function withCursor(search: string, cursor: string): string {
  const parameters = new URLSearchParams(search)
  parameters.delete('cursor')
  const others = parameters.toString()
  return `${others === '' ? '' : `${others}&`}cursor=${cursor}`
}
