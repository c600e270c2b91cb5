/** The most characters of a body in a report. */
const bodyLimit = 4096

/** The mark of a text that was cut before, with the length of the whole text. */
const cutBefore = /… \(cut: \d+ of (\d+) characters\)$/

/** The head of a long text, with a mark that says how long it was. A character is never cut in half. */
export function cut(text: string, limit: number = bodyLimit): string {
  if (text.length <= limit) return text
  const head = text.slice(0, limit).replace(/[\uD800-\uDBFF]$/, '')
  return `${head}… (cut: ${head.length} of ${cutBefore.exec(text)?.[1] ?? text.length} characters)`
}

/** A text of a target without control characters and marks of direction, which could control a terminal. */
export function harmless(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .replaceAll(
      /(?![\t\n])\p{Cc}|[\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu,
      (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
    )
}

/** The text of `harmless`, in one line. */
export function oneLine(text: string): string {
  return harmless(text.replaceAll(/\s+/g, ' ').trim())
}

/** Escapes a text for XML and HTML, without the characters that these do not allow. */
export function escapeMarkup(text: string): string {
  return harmless(text)
    .replaceAll(/[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]|[\uFFFE\uFFFF]/g, '\uFFFD')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}

/** "1 check", "2 checks". */
export function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`
}

/** Milliseconds as seconds, for people. */
export function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(milliseconds < 10_000 ? 1 : 0)} s`
}

/** Milliseconds since 1970 as RFC 3339 in UTC. */
export function isoTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString()
}

/** A finding as text: a string as it is, other values as JSON. */
export function findingText(value: unknown): string {
  return cut(typeof value === 'string' ? value : (JSON.stringify(value) ?? ''), 600)
}
