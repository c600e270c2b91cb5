/** A value that may be there already. Most answers are: to wait for them would cost turns of the event loop. */
export type Eventually<Value> = Value | Promise<Value>

/** What `make` gives for a value, at once where it is there. */
export function after<Value, Result>(
  value: Eventually<Value>,
  make: (value: Value) => Eventually<Result>,
): Eventually<Result> {
  return value instanceof Promise ? value.then(make) : make(value)
}

/** What `run` gives, or what `recover` makes of the error that it throws or rejects with. */
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
