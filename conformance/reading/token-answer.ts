import { isObject } from './find-list.ts'

/** How deep an envelope may hold the members of a token answer. */
const maxDepth = 3

/**
 * The object in an answer of the token endpoint that has `access_token`: the answer itself, or, as clause 4.1 says no
 * more than "JSON containing access_token", one within it; the shallowest.
 */
export function tokenObject(json: unknown): Readonly<Record<string, unknown>> | undefined {
  let level: readonly unknown[] = [json]
  for (let depth = 0; depth <= maxDepth && level.length > 0; depth++) {
    const objects = level.filter(isObject)
    const found = objects.find((value) => value['access_token'] !== undefined && value['access_token'] !== null)
    if (found) return found
    level = objects.flatMap((value) => Object.values(value))
  }
  return undefined
}

/** Seconds that an access token is told to last by `expires_in`; undefined when it is not told so. */
export function expiresIn(answer: Readonly<Record<string, unknown>> | undefined): number | undefined {
  const seconds = Number(answer?.['expires_in'] ?? Number.NaN)
  return seconds > 0 && Number.isFinite(seconds) ? seconds : undefined
}
