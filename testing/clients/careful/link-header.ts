/** An entry of a Link header. */
export interface Link {
  readonly target: string
  /** By their names in lower case. */
  readonly attributes: ReadonlyMap<string, string>
}

const linkPattern = /\s*<([^>]*)>((?:\s*;\s*[^\s=;,]+(?:\s*=\s*(?:"(?:[^"\\]|\\.)*"|[^\s";,]*))?)*)\s*(?:,|$)/gy
const attributePattern = /;\s*([^\s=;,]+)(?:\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s";,]*)))?/g

/** Reads a Link header (RFC 8288): entries in any order, values quoted or not, attributes that nobody knows. */
export function readLinks(header: string): readonly Link[] {
  return [...header.matchAll(linkPattern)].map(([, target = '', rest = '']) => {
    const attributes = new Map<string, string>()
    for (const [, name = '', quoted, bare = ''] of rest.matchAll(attributePattern)) {
      const key = name.toLowerCase()
      if (!attributes.has(key)) attributes.set(key, quoted?.replaceAll(/\\(.)/g, '$1') ?? bare)
    }
    return { target, attributes }
  })
}

/** The entry of a relation, which may be one of several in `rel`. */
export function findLink(links: readonly Link[], relation: string): Link | undefined {
  return links.find(({ attributes }) => attributes.get('rel')?.toLowerCase().split(/\s+/).includes(relation))
}

/** Returns true if the page of an entry has results. */
export function hasResults({ attributes }: Link): boolean {
  return attributes.get('results')?.toLowerCase() === 'true'
}
