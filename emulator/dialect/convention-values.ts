// Reads the values of conventions that take more than a fixed set. Each returns undefined for anything else.

/** More than anyone needs, and so little that the sum of two loses no precision and stays within the calendar. */
const maximum = 1_000_000_000

/** A whole number of at least `minimum`. */
export const count =
  (minimum: number) =>
  (given: unknown): number | undefined => {
    const value = typeof given === 'string' && /^\d{1,10}$/.test(given) ? Number(given) : given
    return Number.isInteger(value) && (value as number) >= minimum && (value as number) <= maximum
      ? (value as number)
      : undefined
  }

/** Paths that are used by something else. */
const taken = /^\/(?:_emulator|oauth|services|app|0)(?:\/|$)/

/** A path that nothing else is served at. */
export const path = (given: unknown): string | undefined =>
  typeof given === 'string' && /^(\/(?!\.{1,2}(?:\/|$))[\w.-]+)+$/.test(given) && !taken.test(given) ? given : undefined

/** Different versions, at least one. */
export const versionList = (given: unknown): readonly string[] | undefined => {
  const list = typeof given === 'string' ? given.split(',').map((version) => version.trim()) : given
  return Array.isArray(list) &&
    list.length > 0 &&
    new Set(list).size === list.length &&
    list.every((version) => typeof version === 'string' && /^\d+(\.\d+)+$/.test(version))
    ? (list as readonly string[])
    : undefined
}

/** The prefixes that clause 2.1 names. */
export const knownPrefixes: readonly string[] = ['wrk_', 'flw_', 'flr_', 'prj_']

/** A prefix that clause 2.1 does not name. */
export const freePrefix = (given: unknown): string | undefined =>
  typeof given === 'string' && /^[a-z]{3}_$/.test(given) && !knownPrefixes.includes(given) ? given : undefined
