/**
 * Makes a value on first use. Most processes use few endpoints, and making all schemas takes a twentieth of the time of
 * a test file.
 */
export function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined
  return () => (made ??= { value: make() }).value
}
