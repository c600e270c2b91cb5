/**
 * The value that a table has by a name of a stranger. Names that every object inherits, such as `constructor`, have
 * none.
 */
export function namedValue<Value>(table: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined
}
