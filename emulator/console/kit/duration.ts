/** Seconds in the two largest units that fit: `3 d 4 h`, `59 s`. */
export function inWords(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  const parts = [
    ['d', Math.floor(whole / 86_400)],
    ['h', Math.floor(whole / 3600) % 24],
    ['min', Math.floor(whole / 60) % 60],
    ['s', whole % 60],
  ] as const
  const from = parts.findIndex(([, count]) => count > 0)
  if (from < 0) return '0 s'
  const printed = parts.slice(from, from + 2).filter(([, count]) => count > 0)
  return printed.map(([unit, count]) => `${count.toLocaleString('en')} ${unit}`).join(' ')
}
