import { longestSecret } from './forms.ts'

/** Characters of a longer word that a reader gets to see. */
const shownOfWord = 200

/** A word that is too long. It is looked for only where a word begins, so that the search takes linear time. */
const longWord = new RegExp(String.raw`(?<![^\s"',])[^\s"',]{${longestSecret + 1},}`, 'g')

/** Cuts long words: nobody reads the middle of one, and a long secret is not searched for there. */
export function withoutLongWords(text: string): string {
  if (text.length <= longestSecret) return text
  return text.replace(
    longWord,
    (word) => `${word.slice(0, shownOfWord)}… (cut: ${shownOfWord} of ${word.length} characters)`,
  )
}
