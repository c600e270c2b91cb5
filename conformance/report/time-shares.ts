/**
 * The share of each part in a whole: whole numbers in proportion to the parts, which add up to the whole. Without any
 * proportion the shares are alike.
 */
export function timeShares(parts: readonly number[], whole: number): readonly number[] {
  const sum = parts.reduce((total, part) => total + part, 0)
  let before = 0
  let given = 0
  return parts.map((part, index) => {
    before += sum === 0 ? 1 : part
    const until = index === parts.length - 1 ? whole : Math.round((whole * before) / (sum === 0 ? parts.length : sum))
    const share = until - given
    given = until
    return share
  })
}
