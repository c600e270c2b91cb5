/** Characters at the beginning of a body by which it is found to be a text. */
const sample = 4096

/** Returns true if a body has many control characters: it could hide anything, and nobody reads it. */
export function isUnreadable(text: string): boolean {
  const head = text.slice(0, sample)
  return (head.match(/\uFFFD|(?![\s\p{Zs}])\p{Cc}/gu)?.length ?? 0) * 10 > head.length
}
