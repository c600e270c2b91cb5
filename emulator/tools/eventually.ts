/** A value or a promise of one. Most answers are ready, and awaiting them would cost turns of the event loop. */
export type Eventually<Value> = Value | Promise<Value>

/** Calls `make` with a value: at once when the value is ready, otherwise when the promise resolves. */
export function after<Value, Result>(
  value: Eventually<Value>,
  make: (value: Value) => Eventually<Result>,
): Eventually<Result> {
  return value instanceof Promise ? value.then(make) : make(value)
}

/** Calls `run`. When it throws or rejects, returns the result of `recover` instead. */
export function attempt<Value>(
  run: () => Eventually<Value>,
  recover: (error: unknown) => Eventually<Value>,
): Eventually<Value> {
  try {
    const value = run()
    return value instanceof Promise ? value.catch(recover) : value
  } catch (error) {
    return recover(error)
  }
}

/** Calls `run` and promises its value. What is ready is not awaited, and what is thrown rejects. */
export async function promised<Value>(run: () => Eventually<Value>): Promise<Value> {
  const value = run()
  return value instanceof Promise ? await value : value
}
