// The values of conventions that take more than a fixed set: how they are read, and their JSON Schema (draft-07), which
// editors use for configuration files. `read` returns undefined for a value that is not valid.
import type { OpenValue } from './define-convention.ts'

/** More than anyone needs, and so little that the sum of two loses no precision and stays within the calendar. */
const maximum = 1_000_000_000

/** A whole number of at least `minimum`. */
export const count = (minimum: number): OpenValue<number> => ({
  schema: { type: 'integer', minimum, maximum },
  read: (sent) => {
    const value = typeof sent === 'string' && /^\d{1,10}$/.test(sent) ? Number(sent) : sent
    return Number.isInteger(value) && (value as number) >= minimum && (value as number) <= maximum
      ? (value as number)
      : undefined
  },
})

/** A path that nothing else is served at: none of the documented ones, in any version. */
export const path: OpenValue<string> = matching(
  String.raw`^(?!/(?:_emulator|oauth|services|app|0|[\d.]+/(?:environments|configurations|resources|pulse))(?:/|$))(?:/(?!\.{1,2}(?:/|$))[A-Za-z0-9_.-]+)+$`,
)

/** Different versions, at least one. */
export const versionList: OpenValue<readonly string[]> = {
  schema: {
    anyOf: [
      { type: 'array', minItems: 1, uniqueItems: true, items: { type: 'string', pattern: String.raw`^\d+(\.\d+)+$` } },
      { type: 'string', pattern: String.raw`^\s*\d+(\.\d+)+\s*(,\s*\d+(\.\d+)+\s*)*$` },
    ],
  },
  read: (value) => {
    const list = typeof value === 'string' ? value.split(',').map((version) => version.trim()) : value
    return Array.isArray(list) &&
      list.length > 0 &&
      new Set(list).size === list.length &&
      list.every((version) => typeof version === 'string' && /^\d+(\.\d+)+$/.test(version))
      ? (list as readonly string[])
      : undefined
  },
}

/** The prefixes that clause 2.1 names. */
export const knownPrefixes: readonly string[] = ['wrk_', 'flw_', 'flr_', 'prj_']

/** A prefix that clause 2.1 does not name. */
export const freePrefix: OpenValue<string> = matching(`^(?!${knownPrefixes.join('|')})[a-z]{3}_$`)

function matching(pattern: string): OpenValue<string> {
  const expression = new RegExp(pattern)
  return {
    schema: { type: 'string', pattern },
    read: (value) => (typeof value === 'string' && expression.test(value) ? value : undefined),
  }
}
