import { createHash } from 'node:crypto'

/** An answer, to be compared. */
export interface GivenAnswer {
  /** Null where the connection was closed without an answer. */
  readonly status: number | null
  readonly headers: readonly (readonly [string, string])[]
  readonly text: string
  /** The digest of its bytes. */
  readonly bytes: string
}

/** A connection that was closed without an answer. */
export const droppedAnswer: GivenAnswer = { status: null, headers: [], text: '', bytes: '' }

/** Reads an answer as it is compared. */
export async function readAnswer(answer: Promise<Response>): Promise<GivenAnswer> {
  try {
    const response = await answer
    return toGivenAnswer(response.status, response.headers, new Uint8Array(await response.arrayBuffer()))
  } catch (error) {
    // As a client sees a connection that was closed.
    if (error instanceof TypeError && error.cause) return droppedAnswer
    throw error
  }
}

/** An answer as it is compared. */
export function toGivenAnswer(
  status: number,
  headers: Iterable<readonly [string, string]>,
  body: string | Uint8Array,
): GivenAnswer {
  const lines = [...headers].map(([name, value]) => [name.toLowerCase(), value] as const)
  return {
    status,
    headers: lines.sort(([left], [right]) => (left < right ? -1 : 1)),
    text: typeof body === 'string' ? body : new TextDecoder().decode(body),
    bytes: createHash('sha256').update(body).digest('hex'),
  }
}
