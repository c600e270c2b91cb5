import { terminalLines } from '../conformance/wording/escaping/terminal.ts'

/** Prints lines to standard output, without escape sequences of others. */
export const say = (text: string): void => void process.stdout.write(`${terminalLines(text)}\n`)

/** Prints lines to standard error, without escape sequences of others. */
export const note = (text: string): void => void process.stderr.write(`${terminalLines(text)}\n`)
