/** Makes a function that computes its value once for each object. @param of The object that the value depends on. */
export function computedOnce<Args extends readonly unknown[], Value extends object>(
  of: (...args: Args) => object,
  compute: (...args: Args) => Value,
): (...args: Args) => Value {
  const known = new WeakMap<object, Value>()
  return (...args) => {
    const key = of(...args)
    const value = known.get(key) ?? compute(...args)
    known.set(key, value)
    return value
  }
}
