import { isObject } from './find-list.ts'
import { toNumber } from './value-text.ts'

/** The most levels of envelopes around the members of a token answer. */
const maxDepth = 3

/**
 * The shallowest object with `access_token` in an answer of the token endpoint. It may be inside an envelope, as clause
 * 4.1 only says "JSON containing access_token".
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

/** The lifetime of an access token in seconds, from `expires_in`; undefined if the answer does not have it. */
export function readLifetime(answer: Readonly<Record<string, unknown>> | undefined): number | undefined {
  const seconds = toNumber(answer?.['expires_in'])
  return seconds > 0 && Number.isFinite(seconds) ? seconds : undefined
}
