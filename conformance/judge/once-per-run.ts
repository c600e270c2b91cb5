import type { Session } from './session.ts'

/** A function that is called once in a run for the same parameters. */
export type Once<Parameters extends readonly unknown[], T> = (session: Session, ...parameters: Parameters) => Promise<T>

/**
 * Makes a function that runs once in a run for the same parameters, and then gives every check the same value. The
 * exchanges that show the value are evidence in each of these checks. Call it at the top level of a module: the
 * returned function is the key of the remembered value.
 *
 * @param keyOf The key of the parameters, as JSON. Default: all of them.
 */
export function once<Parameters extends readonly unknown[], T>(
  find: (session: Session, ...parameters: Parameters) => Promise<T>,
  keyOf: (...parameters: Parameters) => unknown = (...parameters) => parameters,
): Once<Parameters, T> {
  return function remembered(session, ...parameters) {
    const key = JSON.stringify(keyOf(...parameters))
    return session.remember(remembered, key, (fork) => find(fork, ...parameters))
  }
}
