/** One entry of a Link header (RFC 8288). */
export interface LinkEntry {
  /** The text between the angle brackets: an absolute or a relative address. */
  readonly target: string
  /** Parameters by name in lower case. If a parameter is repeated, the first one counts (RFC 8288 section 3.3). */
  readonly parameters: Readonly<Record<string, string>>
}

/**
 * Reads a Link header in any form that RFC 8288 allows: values quoted or not, parameters in any order and case, white
 * space anywhere, commas and semicolons within quotes and angle brackets.
 * @returns undefined if the header cannot be read.
 */
export function parseLinkHeader(header: string): readonly LinkEntry[] | undefined {
  const entries: LinkEntry[] = []
  let rest = header
  while (rest.replace(/^[\s,]+/, '') !== '') {
    const start = /^[\s,]*<([^>]*)>/.exec(rest)
    if (!start) return undefined
    rest = rest.slice(start[0].length)
    const parameters: Record<string, string> = {}
    for (;;) {
      const parameter = /^\s*;\s*([\w!#$%&'*+.^`|~-]+)\s*(?:=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;,"]*)))?/.exec(rest)
      if (!parameter) break
      rest = rest.slice(parameter[0].length)
      const name = parameter[1]!.toLowerCase()
      parameters[name] ??= parameter[2] === undefined ? (parameter[3] ?? '') : parameter[2].replaceAll(/\\(.)/g, '$1')
    }
    rest = rest.replace(/^(?:\s*;)+/, '')
    if (!/^\s*(?:,|$)/.test(rest)) return undefined
    entries.push({ target: start[1]!.trim(), parameters })
  }
  return entries
}

/** The entry of a relation. `rel` may hold several relations, in any case. */
export function findRelation(entries: readonly LinkEntry[], relation: string): LinkEntry | undefined {
  return entries.find(({ parameters }) => (parameters['rel'] ?? '').toLowerCase().split(/\s+/).includes(relation))
}

/** The values of a cursor (clause 4.10). */
export interface LinkCursor {
  readonly identifier: string
  readonly offset: number
  readonly isPrevious: string
}

/** Reads a cursor: three values with colons between them (clause 4.10). A cursor from a URL must be decoded first. */
export function parseLinkCursor(value: string): LinkCursor | undefined {
  const match = /^(-?\d+):(-?\d+):([01])$/.exec(value)
  return match ? { identifier: match[1]!, offset: Number(match[2]), isPrevious: match[3]! } : undefined
}
