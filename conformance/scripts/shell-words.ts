// Words of a POSIX shell. Texts from the target are in single quotes, so that the shell never runs them.

/** A part of a word: a plain text, or an expression of the shell such as `$id_1`. */
export type WordPart = string | { readonly shell: string }

/** A word: its parts, joined without anything between them. */
export type Word = readonly WordPart[]

/** Characters that would end a line, control the terminal that shows a script, or show it in another order. */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

/** Writes a word for the shell, without secrets. */
export type Quote = (word: Word) => string

/** A word in the syntax of the shell. */
export function shellQuoted(word: Word): string {
  return (
    word
      .map((part) =>
        typeof part === 'object'
          ? `"${part.shell}"`
          : part === ''
            ? ''
            : `'${part.replaceAll(unseen, ' ').replaceAll("'", String.raw`'\''`)}'`,
      )
      .join('') || "''"
  )
}

/** A text as a comment of one line. */
export function comment(text: string): string {
  return `# ${text.replaceAll(unseen, ' ').replaceAll(/\s+/g, ' ').trim()}`
}

/** A text as JSON, with the characters escaped that a script may not show. */
export function jsonText(text: string): string {
  return JSON.stringify(text).replaceAll(unseen, (character) =>
    [...Array(character.length).keys()]
      .map((index) => String.raw`\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`)
      .join(''),
  )
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
