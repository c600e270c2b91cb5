// The arguments of `npm run mutate`: rooms, or files of them.
import { didYouMean } from '../../conformance/nearest.ts'
import { roomOf } from './room-of.ts'
import type { MutationSite } from './mutation-sites.ts'

/** The selected rooms or files. */
export interface Selection {
  readonly rooms: readonly string[]
  /** True if a file is. A report is made of whole rooms alone. */
  readonly has: (file: string) => boolean
  readonly isWhole: boolean
}

/**
 * @param words Names of rooms, `client` for the rooms of the judge of clients, and files or folders from the root.
 * Without any, everything is changed.
 * @throws Error for a word that is neither.
 */
export function toSelection(words: readonly string[], sites: readonly MutationSite[]): Selection {
  const files = [...new Set(sites.map(({ file }) => file))]
  const rooms = [...new Set(files.map(roomOf))].toSorted()
  const isNamed = (word: string, file: string) =>
    word === roomOf(file) || roomOf(file).startsWith(`${word}/`) || file.startsWith(word)
  const unknown = words.find((word) => !files.some((file) => isNamed(word, file)))
  if (unknown !== undefined)
    throw new Error(`There is no room "${unknown}"${didYouMean(unknown, rooms)} The rooms are ${rooms.join(', ')}.`)
  const has = (file: string) => words.length === 0 || words.some((word) => isNamed(word, file))
  const chosen = rooms.filter((room) => files.some((file) => roomOf(file) === room && has(file)))
  return { rooms: chosen, has, isWhole: files.every((file) => has(file) || !chosen.includes(roomOf(file))) }
}
