import type { Desk } from './other-server-options.ts'

/** A list of clause 4.9, paged by the Link header of clause 4.10. */
export function otherLinks({ options, stored, refuse }: Desk, kind: 'event' | 'group', url: URL): Response {
  const { linkPageSize: size, linkIdentifier: identifier } = options
  const text = url.searchParams.get('cursor') ?? `${identifier}:0:0`
  if (!/^\d+:\d+:[01]$/.test(text)) return refuse(400, 'no cursor')
  const offset = Number(text.split(':')[1])
  const records = options.newestEventsFirst ? stored[kind].toReversed() : stored[kind]
  const entry = (rel: string, results: boolean, cursor: string): string => {
    const target = new URL(url)
    target.search = `?cursor=${cursor}`
    return options.link({ rel, url: target.href, results, cursor })
  }
  const link = [
    entry('previous', offset > 0, `${identifier}:${Math.max(0, offset - size)}:1`),
    entry('next', offset + size < records.length, `${identifier}:${offset + size}:0`),
  ].join(', ')
  return Response.json(
    options.envelope(
      kind,
      records.slice(offset, offset + size).map((record) => options.show(kind, record)),
      undefined,
    ),
    { headers: { link } },
  )
}
