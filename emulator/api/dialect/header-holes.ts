// The holes in headers of answer forms.
/** The values of a request that can fill holes. */
export interface HeaderFacts {
  readonly requestId: string
  /** Virtual time, in milliseconds since 1970. */
  readonly now: number
  /** The convention `rateLimit`. */
  readonly rateLimit: number
}

/** An answer before its form is applied. */
interface FilledAnswer extends HeaderFacts {
  readonly headers: Headers
  readonly text: string
}

/** Seconds to the end of the current window; a whole one where the request is not counted. */
const secondsToReset = ({ headers }: FilledAnswer): number => Number(headers.get('ratelimit-reset') ?? 60)

/** FNV-1a: it only has to differ where the text does. */
function textHash(text: string): string {
  let hash = 0x81_1c_9d_c5
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01_00_01_93)
  return (hash >>> 0).toString(16).padStart(8, '0')
}

const holes: Readonly<Record<string, (answer: FilledAnswer) => string | number>> = {
  $requestId: ({ requestId }) => requestId,
  $hash: ({ text }) => textHash(text),
  $date: ({ now }) => new Date(now).toUTCString(),
  $time: ({ now }) => new Date(now).toISOString(),
  $remaining: ({ headers, rateLimit }) => headers.get('ratelimit-remaining') ?? rateLimit,
  $reset: secondsToReset,
  $resetAt: (answer) => Math.floor(answer.now / 1000) + secondsToReset(answer),
}

const hole = /\$\$|\$[A-Za-z]*/g

/** The first text that looks like a hole but is not one; undefined if there is none. */
export const unknownHole = (template: string): string | undefined =>
  template.match(hole)?.find((found) => found !== '$$' && !Object.hasOwn(holes, found))

/** The value of a header. A doubled `$` is a literal one. */
export const filledHeader = (template: string, answer: FilledAnswer): string =>
  template.replaceAll(hole, (found) => (found === '$$' ? '$' : String(holes[found]?.(answer) ?? '')))
