import { terminalLines } from '../conformance/wording/escaping/terminal.ts'

/** Prints lines to standard output. Escape sequences in the text are made visible. */
export const say = (text: string): void => void process.stdout.write(`${terminalLines(text)}\n`)

/** Prints lines to standard error. Escape sequences in the text are made visible. */
export const note = (text: string): void => void process.stderr.write(`${terminalLines(text)}\n`)
