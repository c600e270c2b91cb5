import { terminalLine } from './terminal.ts'
import { commandMark, unseen } from './unseen.ts'

/** A text as a part of a word of a POSIX shell, which never runs it. Unseen characters become blanks. */
export function shellText(text: string): string {
  if (text === '') return ''
  const marked = text.replaceAll(unseen, ' ').replaceAll("'", String.raw`'\''`)
  // Quotes between two number signs leave the value as it is.
  return `'${marked.replaceAll(commandMark, (character) => `''${character}`)}'`
}

/** A text as a comment of one line. */
export function shellComment(text: string): string {
  return `# ${terminalLine(text)}`
}
