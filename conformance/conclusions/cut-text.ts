/** The first characters of a text. A character is never cut in half. */
export function headOf(text: string, limit: number): string {
  return text.length > limit ? text.slice(0, limit).replace(/[\uD800-\uDBFF]$/, '') : text
}

/**
 * The head of a long text, with a mark that says how long it was.
 * @param length The characters of the whole text, where the text is only its head.
 */
export function cutAt(text: string, limit: number, length?: number): string {
  const head = headOf(text, limit)
  if (length === undefined && head === text) return text
  return `${head}… (cut: ${head.length} of ${length ?? text.length} characters)`
}
