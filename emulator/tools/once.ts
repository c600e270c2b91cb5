/**
 * Makes a value on first use. Most processes use few endpoints, and making all schemas is slow.
 */
export function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined
  return () => (made ??= { value: make() }).value
}
