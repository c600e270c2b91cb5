/** An object of the given entries. A repeated name gets a number, as in `name (2)`. */
export function withNames<T>(entries: readonly (readonly [name: string, value: T])[]): Readonly<Record<string, T>> {
  const members = new Map<string, T>()
  for (const [name, value] of entries) {
    let unique = name
    for (let count = 2; members.has(unique); count++) unique = `${name} (${count})`
    members.set(unique, value)
  }
  return Object.fromEntries(members)
}
