import { cut } from './short-text.ts'

/** The longest text of what was thrown, in characters. */
const longest = 2000

/** The message of what was thrown. A program may throw anything, even what throws when it is read. */
export function thrownText(thrown: unknown): string {
  try {
    return cut(thrown instanceof Error ? String(thrown.message) : String(thrown), longest)
  } catch {
    return 'it threw a value that cannot be shown'
  }
}
