/** The number of characters at the beginning of a body that are examined. */
const sample = 4096

/** Returns true if a body has many control characters. It is binary and may hide anything. */
export function isUnreadable(text: string): boolean {
  const head = text.slice(0, sample)
  return (head.match(/\uFFFD|(?![\s\p{Zs}])\p{Cc}/gu)?.length ?? 0) * 10 > head.length
}
