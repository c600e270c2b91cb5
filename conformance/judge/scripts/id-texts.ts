const idLike = /(?<![\w/-])(?:[a-z]{3}_)?[0-9A-Za-z-]{26,28}(?![\w-])/g

/** The ids in a text of the target, prefixed or bare, and texts that are nearly ids. Ids in addresses do not count. */
export function idTextsIn(text: string): readonly string[] {
  return [...new Set((text.match(idLike) ?? []).filter((id) => /[\dA-Z]/.test(id)))]
}
