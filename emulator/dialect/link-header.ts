interface LinkPage {
  /** The absolute URL of the list, without a query. */
  readonly url: string
  /** The query as it came. */
  readonly search: string
  readonly offset: number
  /** Records of a full page. */
  readonly size: number
  /** Records of this page. */
  readonly count: number
  readonly hasMore: boolean
}

/**
 * The Link header of clause 4.10, in the form that Sentry's parsers expect: previous first; absolute URLs with
 * the other query parameters kept; `rel`, `results` and `cursor` quoted and in that order. Both entries always.
 *
 * The next offset is that of the first record not shown yet: a page size further on, and behind a last page that is
 * not full just behind its last record. So a client that polls the last next cursor sees whatever is created later.
 */
export function toLinkHeader({ url, search, offset, size, count, hasMore }: LinkPage): string {
  const previous = { rel: 'previous', results: offset > 0, cursor: `0:${Math.max(0, offset - size)}:1` }
  const next = { rel: 'next', results: hasMore, cursor: `0:${offset + count}:0` }
  return [previous, next]
    .map(
      ({ rel, results, cursor }) =>
        `<${url}?${withCursor(search, cursor)}>; rel="${rel}"; results="${results}"; cursor="${cursor}"`,
    )
    .join(', ')
}

function withCursor(search: string, cursor: string): string {
  const parameters = new URLSearchParams(search)
  parameters.delete('cursor')
  const others = parameters.toString()
  return `${others === '' ? '' : `${others}&`}cursor=${cursor}`
}
