// Words of a POSIX shell. Texts from the target are quoted, so that the shell never runs them.
import { shellText } from '../../wording/escaping/shell.ts'

/** A part of a word: a plain text, or an expression of the shell such as `${id_1}`. */
export type WordPart = string | { readonly shell: string }

/** A word: its parts, joined without anything between them. */
export type Word = readonly WordPart[]

/**
 * A word in shell syntax: in double quotes if nothing in its texts is special there.
 * @param hidden Removes the secrets from its texts.
 */
export function shellQuoted(word: Word, hidden: (text: string) => string): string {
  const parts = joinTexts(word).map((part) => (typeof part === 'string' ? hidden(part) : part))
  if (parts.every((part) => typeof part === 'string')) {
    const text = parts.join('')
    return /^[\w-]+$/.test(text) ? text : shellText(text) || "''"
  }
  const isPlain = (text: string) => !/[$`"\\!]/.test(text) && (text === '' || shellText(text) === `'${text}'`)
  if (parts.every((part) => typeof part !== 'string' || isPlain(part)))
    return `"${parts.map((part) => (typeof part === 'string' ? part : part.shell)).join('')}"`
  return parts.map((part) => (typeof part === 'string' ? shellText(part) : `"${part.shell}"`)).join('')
}

/** Joins adjacent texts, as a secret may span several of them. */
function joinTexts(word: Word): Word {
  const parts: WordPart[] = []
  for (const part of word) {
    const last = parts.at(-1)
    if (typeof part === 'string' && typeof last === 'string') parts[parts.length - 1] = last + part
    else parts.push(part)
  }
  return parts
}
