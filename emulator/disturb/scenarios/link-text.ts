// The Link header as scenarios read and write it, so that several can change it one after the other.
import { copyResponse } from './scenario.ts'

/** An attribute of an entry. `bare`: its value has no quotes. */
interface LinkAttribute {
  readonly name: string
  readonly value: string
  readonly bare?: boolean
}

/** An entry of a Link header. */
export interface LinkEntry {
  readonly url: string
  readonly attributes: readonly LinkAttribute[]
}

const entryPattern = /<([^>]*)>((?:; [\w-]+=(?:"[^"]*"|[^\s;,"]+))*)/g
const attributePattern = /; ([\w-]+)=(?:"([^"]*)"|([^\s;,"]+))/g

/** Reads a Link header that the emulator or a scenario wrote. */
export function parseLink(text: string): readonly LinkEntry[] {
  return [...text.matchAll(entryPattern)].map(([, url, attributes]) => ({
    url: url!,
    attributes: [...attributes!.matchAll(attributePattern)].map(([, name, quoted, bare]) =>
      bare === undefined ? { name: name!, value: quoted! } : { name: name!, value: bare, bare: true },
    ),
  }))
}

function formatLinkHeader(entries: readonly LinkEntry[]): string {
  return entries
    .map(({ url, attributes }) =>
      [`<${url}>`, ...attributes.map(({ name, value, bare }) => `${name}=${bare ? value : `"${value}"`}`)].join('; '),
    )
    .join(', ')
}

/** Changes the entries of the Link header, if a response has one. */
export function changeLink(
  response: Response,
  change: (entries: readonly LinkEntry[]) => readonly LinkEntry[],
): Response {
  const link = response.headers.get('link')
  return link === null ? response : copyResponse(response, { Link: formatLinkHeader(change(parseLink(link))) })
}

/** The value of an attribute; empty without one. */
export function findAttribute({ attributes }: LinkEntry, name: string): string {
  return attributes.find((attribute) => attribute.name === name)?.value ?? ''
}
