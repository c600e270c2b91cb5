// Numbers, durations and names as text.
import type { VNode } from 'preact'

/** A count in words, such as `1 record` or `1,200 records`. */
export function countNoun(count: number, thing: string): string {
  return `${count.toLocaleString('en')} ${thing}${count === 1 ? '' : 's'}`
}

/** The beginning of a text, with an ellipsis if it is longer. */
export function cutText(text: string, longest: number): string {
  return text.length > longest ? `${text.slice(0, longest)}…` : text
}

/** A value as text: a text unchanged, anything else as JSON. */
export function toDisplayText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Returns true if one of some texts, or several that follow each other, contains the searched text, ignoring case. */
export function matchesSearch(search: string, ...texts: readonly string[]): boolean {
  return texts.join(' ').toLowerCase().includes(search.toLowerCase())
}

/** Seconds in the two largest units that fit: `3 d 4 h`, `59 s`. */
export function durationText(seconds: number): string {
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

/** An untrusted name: it is cut if it is too long, and its text direction is isolated. */
export function Name({ text }: { readonly text: string }): VNode {
  return (
    <bdi class="name" title={text.length > 40 ? text.slice(0, 1000) : undefined}>
      {cutText(text, 300)}
    </bdi>
  )
}
