// Names as TypeScript.
export const quoted = (text: string): string => `'${text}'`

/** The union of some values. */
export const literals = (values: readonly unknown[]): string =>
  values.map((value) => (typeof value === 'string' ? quoted(value) : String(value))).join(' | ')
