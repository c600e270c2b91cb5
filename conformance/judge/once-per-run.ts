import type { Session } from './session.ts'

/** A function that runs once per run and parameters. */
export type Once<Parameters extends readonly unknown[], T> = (session: Session, ...parameters: Parameters) => Promise<T>

/**
 * Makes a function that runs once per run and parameters, and returns the same value to every check. The exchanges that
 * show the value are evidence in each of these checks. Call it at the top level of a module: the returned function is
 * the key of the remembered value.
 *
 * @param keyOf The key of the parameters, as JSON. Default: all of them.
 */
export function oncePerRun<Parameters extends readonly unknown[], T>(
  find: (session: Session, ...parameters: Parameters) => Promise<T>,
  keyOf: (...parameters: Parameters) => unknown = (...parameters) => parameters,
): Once<Parameters, T> {
  return function remembered(session, ...parameters) {
    const key = JSON.stringify(keyOf(...parameters))
    return session.remember(remembered, key, (fork) => find(fork, ...parameters))
  }
}
