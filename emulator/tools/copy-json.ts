/** A copy of a JSON value, with everything in it. Other values, such as dates and functions, stay as they are. */
export function copyJson<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.map(copyJson) as Value
  if (Object.prototype.toString.call(value) !== '[object Object]') return value
  return Object.fromEntries(Object.entries(value as object).map(([name, member]) => [name, copyJson(member)])) as Value
}
