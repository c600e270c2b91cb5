/** A part of a text that encodes another text. */
export interface DecodedRun {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** Shorter runs hold no secret. */
const shortestRun = 16

/** Texts in base64 or hexadecimal within a text. Where a run begins is not known, so each place for it is tried. */
export function decodedRuns(text: string): readonly DecodedRun[] {
  const found: DecodedRun[] = []
  for (const match of text.matchAll(/[A-Za-z0-9+/_-]{16,}={0,2}/g)) {
    const run = match[0].replace(/=+$/, '')
    const end = match.index + match[0].length
    for (let offset = 0; offset < 4 && run.length - offset >= shortestRun; offset++) {
      const decoded = fromBase64(run.slice(offset))
      if (decoded !== undefined) found.push({ start: match.index + offset, end, text: decoded })
    }
  }
  for (const match of text.matchAll(/[0-9A-Fa-f]{16,}/g))
    for (let offset = 0; offset < 2; offset++) {
      const hex = match[0].slice(offset)
      const bytes = Uint8Array.from({ length: hex.length >> 1 }, (_, at) =>
        Number.parseInt(hex.slice(at * 2, at * 2 + 2), 16),
      )
      const decoded = readable(bytes)
      if (decoded !== undefined)
        found.push({ start: match.index + offset, end: match.index + match[0].length, text: decoded })
    }
  return found
}

function fromBase64(run: string): string | undefined {
  const whole = run.length % 4 === 1 ? run.slice(0, -1) : run
  const bytes = atob(whole.replaceAll('-', '+').replaceAll('_', '/'))
  return readable(Uint8Array.from({ length: bytes.length }, (_, at) => bytes.charCodeAt(at)))
}

/** Bytes as a text, if nearly all of them are readable characters. */
function readable(bytes: Uint8Array): string | undefined {
  let odd = 0
  for (const byte of bytes) if (byte < 9 || byte > 126 || (byte > 13 && byte < 32)) odd++
  return odd * 10 > bytes.length ? undefined : new TextDecoder().decode(bytes)
}
