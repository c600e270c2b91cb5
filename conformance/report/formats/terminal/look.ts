// What the parts of a report in a terminal have in common.
import { terminalLine } from '../../../wording/escaping/terminal.ts'
import type { Paint } from '../../paint.ts'
import { wrap } from '../../text.ts'

/** The color of each tone. */
export const colors = { good: 'green', bad: 'red', open: 'yellow', none: 'dim' } as const

/** The look of the lines of a report. */
export interface Look {
  readonly paint: Paint
  readonly verbose: boolean
  /** Characters of a line. */
  readonly width: number
}

/** The color of a tone. */
export type Color = (typeof colors)[keyof typeof colors]

/** The characters of a label. */
export const labelWidth = 9
/** Where the text behind a label begins. */
export const labelIndent: number = 2 + labelWidth + 1

/** A text in lines that fit, behind its label. */
export function labelled(label: string, text: string, { paint, width }: Look, color?: Color): readonly string[] {
  return wrap(terminalLine(text), width - labelIndent).map(
    (line, index) =>
      `  ${paint('dim', (index === 0 ? label : '').padEnd(labelWidth))} ${color === undefined ? line : paint(color, line)}`,
  )
}

/** Names, in lines that fit into a terminal. */
export function namesInLines(names: readonly string[], width = 90): readonly string[] {
  const rows: string[] = []
  for (const name of names) {
    const last = rows.at(-1)
    if (last !== undefined && last.length + name.length + 2 <= width) rows[rows.length - 1] = `${last}, ${name}`
    else rows.push(name)
  }
  return rows
}
