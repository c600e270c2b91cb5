/**
 * Makes a value when it is first asked for. Most processes use few endpoints, and making the schemas of all takes a
 * twentieth of what a test file pays.
 */
export function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined
  return () => (made ??= { value: make() }).value
}
