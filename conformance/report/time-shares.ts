/**
 * The share of each part in a whole, as whole numbers that add up to the whole. If all parts are 0, the shares are
 * equal.
 */
export function timeShares(parts: readonly number[], whole: number): readonly number[] {
  const sum = parts.reduce((total, part) => total + part, 0)
  let before = 0
  let handedOut = 0
  return parts.map((part, index) => {
    before += sum === 0 ? 1 : part
    const until = index === parts.length - 1 ? whole : Math.round((whole * before) / (sum === 0 ? parts.length : sum))
    const share = until - handedOut
    handedOut = until
    return share
  })
}
