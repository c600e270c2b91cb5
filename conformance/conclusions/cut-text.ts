/** The beginning of a string. Surrogate pairs are not split. */
export function startOfText(text: string, limit: number): string {
  return text.length > limit ? text.slice(0, limit).replace(/[\uD800-\uDBFF]$/, '') : text
}

/**
 * The beginning of a long string, with its length.
 * @param length The length of the whole string in characters, if `text` is only its beginning.
 */
export function cutWithLength(text: string, limit: number, length?: number): string {
  const head = startOfText(text, limit)
  if (length === undefined && head === text) return text
  return `${head}… (cut: ${head.length} of ${length ?? text.length} characters)`
}

/** The first names of a list: "a, b and 3 more". */
export function firstNames(names: readonly string[], most: number, between = ', '): string {
  // "and 1 more" would not be shorter than the name.
  const rest = names.length - most
  return rest > 1 ? `${names.slice(0, most).join(between)} and ${rest} more` : names.join(between)
}
