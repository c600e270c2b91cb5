import { longestSecret } from './forms.ts'

/** Characters of a longer word that a reader gets to see. */
const shownOfWord = 200

/** Cuts long words: nobody reads the middle of one, and a long secret is not searched for there. */
export function withoutLongWords(text: string): string {
  if (text.length <= longestSecret) return text
  return text
    .split(/([\s"',])/)
    .map((word) =>
      word.length <= longestSecret
        ? word
        : `${word.slice(0, shownOfWord)}… (cut: ${shownOfWord} of ${word.length} characters)`,
    )
    .join('')
}
