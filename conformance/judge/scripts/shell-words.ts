// Words of a POSIX shell. Texts from the target are in single quotes, so that the shell never runs them.
import { shellText } from '../../wording/escaping/shell.ts'

/** A part of a word: a plain text, or an expression of the shell such as `$id_1`. */
export type WordPart = string | { readonly shell: string }

/** A word: its parts, joined without anything between them. */
export type Word = readonly WordPart[]

/** A word in the syntax of the shell: in double quotes where nothing in its texts acts there. */
export function shellQuoted(word: Word): string {
  const texts = word.filter((part) => typeof part === 'string')
  if (word.length === 1 && /^[\w-]+$/.test(texts[0] ?? '')) return texts[0]!
  const isPlain = texts.every((text) => !/[$`"\\!]/.test(text) && (text === '' || shellText(text) === `'${text}'`))
  if (!isPlain || texts.length === word.length)
    return word.map((part) => (typeof part === 'object' ? `"${part.shell}"` : shellText(part))).join('') || "''"
  const parts = word.map((part, index) => {
    if (typeof part === 'string') return part
    const next = word[index + 1]
    return typeof next === 'string' && /^\w/.test(next) ? part.shell.replace(/^\$(\w+)$/, '${$1}') : part.shell
  })
  return `"${parts.join('')}"`
}

/** A word with neighbouring texts joined, so that a secret in several of them is found. */
export function joinedWords(word: Word): Word {
  const parts: WordPart[] = []
  for (const part of word) {
    const last = parts.at(-1)
    if (typeof part === 'string' && typeof last === 'string') parts[parts.length - 1] = last + part
    else parts.push(part)
  }
  return parts
}

/** Changes the texts of a word, and leaves its shell expressions. */
export function mapTexts(word: Word, change: (text: string) => string): Word {
  return word.map((part) => (typeof part === 'string' ? change(part) : part))
}
