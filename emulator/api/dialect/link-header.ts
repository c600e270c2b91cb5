interface LinkPage {
  /** The absolute URL of the list, without a query. */
  readonly url: string
  /** The query as received. */
  readonly search: string
  readonly offset: number
  /** The number of records on a full page. */
  readonly size: number
  /** The number of records on this page. */
  readonly count: number
  readonly hasMore: boolean
}

/**
 * The Link header of clause 4.10, in the form that Sentry's parsers expect: previous comes first, URLs are absolute and
 * keep the other query parameters, and `rel`, `results` and `cursor` are quoted and in that order. Both entries are
 * always present.
 *
 * The next offset is the one after the last shown record, also on a last page that is not full. A client that polls the
 * last next cursor therefore sees records that are created later.
 */
export function toLinkHeader({ url, search, offset, size, count, hasMore }: LinkPage): string {
  const previous = { rel: 'previous', results: offset > 0, cursor: `0:${Math.max(0, offset - size)}:1` }
  const next = { rel: 'next', results: hasMore, cursor: `0:${offset + count}:0` }
  return [previous, next]
    .map(
      ({ rel, results, cursor }) =>
        `<${url}?${setCursorParameter(search, cursor)}>; rel="${rel}"; results="${results}"; cursor="${cursor}"`,
    )
    .join(', ')
}

function setCursorParameter(search: string, cursor: string): string {
  const parameters = new URLSearchParams(search)
  parameters.delete('cursor')
  const others = parameters.toString()
  return `${others === '' ? '' : `${others}&`}cursor=${cursor}`
}
