// Texts of strangers, such as targets and clients, without what would act on the reader's program. Each format of
// this room builds on this file.

/**
 * Characters that are invisible, end a line or change their neighbours: controls, marks of direction and other format
 * characters, separators, unassigned and private characters, and lone surrogates.
 */
export const unseen: RegExp = /(?! )[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]/gu

/** A character as an escape that a person can read: `\u001b`, or `\u{e0001}` beyond four digits. */
export function toEscape(character: string): string {
  const code = character.codePointAt(0)!.toString(16)
  return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, '0')}`
}

/** A text with escapes for unseen characters, in several lines. A tab is kept. */
export function escapeLines(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .replaceAll(unseen, (character) => (character === '\n' || character === '\t' ? character : toEscape(character)))
}

/** A text with escapes for unseen characters, in one line. */
export function escapeLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim().replaceAll(unseen, toEscape)
}

/**
 * The second character of what runners of CI take for a command in the output of a job: `::error::` at the beginning of
 * a line, and `##[error]` or `##vso[…]` anywhere.
 */
export const commandMark: RegExp = /(?<=(?<!\S):):|(?<=#)#(?=\w*\[)/g
