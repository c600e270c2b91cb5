import type { Session } from './session.ts'

/** A function whose value is found out once in a run for the same parameters. */
export type Once<Parameters extends readonly unknown[], T> = (session: Session, ...parameters: Parameters) => Promise<T>

/**
 * Makes a function that finds its value out once in a run, and then gives the same to every check that asks. The
 * exchanges that show the value are evidence in each of these checks. Call it at the top level of a module: the
 * function that it returns is what the value is remembered by.
 * @param keyOf What tells the parameters of two calls apart, as JSON. Default: all of them.
 */
export function once<Parameters extends readonly unknown[], T>(
  find: (session: Session, ...parameters: Parameters) => Promise<T>,
  keyOf: (...parameters: Parameters) => unknown = (...parameters) => parameters,
): Once<Parameters, T> {
  return function remembered(session, ...parameters) {
    const key = JSON.stringify(keyOf(...parameters))
    return session.remember(remembered, key, (own) => find(own, ...parameters))
  }
}
