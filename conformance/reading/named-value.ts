/** The value of an untrusted name in a table; undefined for inherited names such as `constructor`. */
export function namedValue<Value>(table: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined
}
