import { styleText } from 'node:util'

type Style = Parameters<typeof styleText>[0]

export type Paint = (style: Style, text: string) => string

/** Styles text for a terminal, or returns it unchanged. */
export function createPaint(color: boolean): Paint {
  return color
    ? (style, text) => (text === '' ? '' : styleText(style, text, { validateStream: false }))
    : (_style, text) => text
}

/** The columns of a terminal, or the value of `COLUMNS`; undefined if neither is known. */
export function terminalColumns(
  stream: { readonly columns?: number },
  environment: Readonly<Record<string, string | undefined>>,
): number | undefined {
  const told = Number(environment['COLUMNS'])
  return Number.isInteger(told) && told > 0 ? told : stream.columns
}

/** Returns true if a stream supports colours: it is a terminal that is not dumb, and NO_COLOR is not set. */
export function wantsColor(
  stream: { readonly isTTY?: boolean },
  environment: Readonly<Record<string, string | undefined>>,
): boolean {
  return stream.isTTY === true && !environment['NO_COLOR'] && environment['TERM'] !== 'dumb'
}
