/** A record of a target, in whatever shape it comes. */
export type Item = Readonly<Record<string, unknown>>

export interface FoundList {
  /** The members that lead to the array; empty for a bare array. */
  readonly path: readonly string[]
  readonly items: readonly Item[]
}

const maxDepth = 4

/**
 * Finds the list in an answer whose envelope is not shown (clause 4): a bare array, or one within objects. The
 * shallowest array of objects with an id wins; without any, the shallowest empty array.
 * @param pinned The members that lead to it, when they are known.
 */
export function findList(json: unknown, pinned?: readonly string[]): FoundList | undefined {
  if (pinned) {
    const value = pinned.reduce<unknown>((current, name) => (isObject(current) ? current[name] : undefined), json)
    return Array.isArray(value) ? { path: pinned, items: value as Item[] } : undefined
  }
  let level: { path: readonly string[]; value: unknown }[] = [{ path: [], value: json }]
  let empty: FoundList | undefined
  for (let depth = 0; depth <= maxDepth && level.length > 0; depth++) {
    const arrays = level.filter((one): one is { path: readonly string[]; value: unknown[] } => Array.isArray(one.value))
    const filled = arrays.filter(({ value }) => value.length > 0 && value.every((item) => idOf(item) !== undefined))
    const longest = filled.sort((left, right) => right.value.length - left.value.length)[0]
    if (longest) return { path: longest.path, items: longest.value as Item[] }
    const none = arrays.find(({ value }) => value.length === 0)
    empty ??= none && { path: none.path, items: [] }
    level = level.flatMap(({ path, value }) => (isObject(value) ? Object.entries(value).map(([name, member]) => ({ path: [...path, name], value: member })) : []))
  }
  return empty
}

/** The id of a record: its own member `id`, or that of the one object that wraps it. */
export function idOf(item: unknown): string | undefined {
  if (!isObject(item)) return undefined
  if (typeof item['id'] === 'string') return item['id']
  const members = Object.values(item)
  return members.length === 1 ? idOf(members[0]) : undefined
}

/** The value of a named member of a record, also within objects such as `attributes`; undefined when it is not shown. */
export function memberOf(item: unknown, name: string, depth = 3): unknown {
  if (!isObject(item)) return undefined
  if (Object.hasOwn(item, name)) return item[name]
  if (depth === 0) return undefined
  for (const member of Object.values(item)) {
    const found = memberOf(member, name, depth - 1)
    if (found !== undefined) return found
  }
  return undefined
}

/** The record in an answer about one object, bare or within other objects: the shallowest with an id (or with the wanted one). */
export function findObject(json: unknown, wantedId?: string): Item | undefined {
  let level: unknown[] = [json]
  for (let depth = 0; depth <= maxDepth && level.length > 0; depth++) {
    for (const value of level) if (isObject(value) && typeof value['id'] === 'string' && (wantedId === undefined || value['id'] === wantedId)) return value
    level = level.flatMap((value) => (isObject(value) ? Object.values(value) : []))
  }
  return undefined
}

/** Every text in a JSON value, with the members that lead to it. */
export function textsIn(json: unknown, path: readonly string[] = []): readonly { readonly path: readonly string[]; readonly text: string }[] {
  if (typeof json === 'string') return [{ path, text: json }]
  if (Array.isArray(json)) return json.flatMap((item, index) => textsIn(item, [...path, String(index)]))
  if (isObject(json)) return Object.entries(json).flatMap(([name, member]) => textsIn(member, [...path, name]))
  return []
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
