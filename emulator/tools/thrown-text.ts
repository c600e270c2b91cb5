import { cut } from './short-text.ts'

/** The longest text of a thrown value, in characters. */
const longest = 2000

/** The message of a thrown value. A program may throw any value, even one that throws when it is read. */
export function thrownText(thrown: unknown): string {
  try {
    return cut(thrown instanceof Error ? String(thrown.message) : String(thrown), longest)
  } catch {
    return 'it threw a value that cannot be shown'
  }
}
