/** A string cut at some number of characters. */
export function cutText(text: string, longest: number): string {
  return text.length > longest ? `${text.slice(0, longest)}…` : text
}

/** A path for a message, cut at 200 characters. */
export function shortPath(path: string): string {
  return cutText(path, 200)
}

/**
 * A value for a message: on one line, cut at 80 characters. A value without a JSON form is shown as `String` writes it.
 */
export function shortJson(value: unknown): string {
  const isNumber = typeof value === 'bigint' || (typeof value === 'number' && !Number.isFinite(value))
  const text = isNumber ? String(value) : (JSON.stringify(shortenValue(value, 0)) ?? String(value))
  return text.length > 80 ? `${text.slice(0, 77)}…` : text
}

/** The beginning of a value, so that a large value is not written completely to show 80 characters of it. */
function shortenValue(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return value.slice(0, 100)
  if (typeof value === 'bigint') return String(value)
  if (typeof value !== 'object' || value === null) return value
  if (depth === 10) return Array.isArray(value) ? [] : {}
  if (Array.isArray(value)) return value.slice(0, 40).map((item) => shortenValue(item, depth + 1))
  const members: [string, unknown][] = []
  for (const name in value) {
    if (members.length === 20) break
    if (Object.hasOwn(value, name))
      members.push([name.slice(0, 100), shortenValue((value as Readonly<Record<string, unknown>>)[name], depth + 1)])
  }
  // A Date and a Map have no members that show what they are.
  const { constructor } = value as { readonly constructor?: unknown }
  const isOther = members.length === 0 && typeof constructor === 'function' && constructor.name !== 'Object'
  return isOther ? `[${constructor.name}]` : Object.fromEntries(members)
}

/** The longest text of a thrown value, in characters. */
const longest = 2000

/** The message of a thrown value. A program may throw any value, even one that throws when it is read. */
export function thrownText(thrown: unknown): string {
  try {
    return cutText(thrown instanceof Error ? String(thrown.message) : String(thrown), longest)
  } catch {
    return 'it threw a value that cannot be shown'
  }
}
