/** The length of an id, which may have the prefix of a personal access token. */
const idLength = 27

/**
 * Replaces what looks like a secret that the emulator issued: 40 random characters, most with a prefix, or a long word
 * that a message has cut. Hexadecimal hashes and prefixed ids do not.
 */
export function withoutIssued(text: string, mark: string): string {
  return text.replaceAll(/\w{12,}…?/g, (word) =>
    word.endsWith('…')
      ? `${mark}…`
      : word.replaceAll(/(?:acc|ref|pat)_[^_]{20,}|[^_]{40,}/gi, (part) => {
          const isId = /^pat_/i.test(part) && part.length === 'pat_'.length + idLength
          const isSecret = part.includes('_') || (/[A-Z]/.test(part) && /[a-z\d]/.test(part))
          return isId || !isSecret ? part : mark
        }),
  )
}
