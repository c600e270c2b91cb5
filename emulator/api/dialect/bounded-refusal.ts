// An answer to a refused request has at most 64 KB, whatever was sent and in every form of error bodies.
import type { RefusalDetail } from '../../model/contract/refusal.ts'
import { cut } from '../../tools/short-text.ts'

/** The length at which the message of a refusal is cut. A character takes at most 6 bytes. */
export const longestMessage = 2000

const mostDetails = 20
/** Each form of error bodies writes a detail at most twice. */
const mostBytes = 20_000
/** The bytes of the values of an enum in one detail. */
const mostAllowed = 4000

/** The first details of a refusal, each cut to a readable length. */
export function boundDetails(details: readonly RefusalDetail[]): readonly RefusalDetail[] {
  const bounded: RefusalDetail[] = []
  let bytes = 0
  for (const detail of details.slice(0, mostDetails)) {
    const small = boundDetail(detail)
    bytes += bytesOf(small)
    if (bytes > mostBytes) break
    bounded.push(small)
  }
  return bounded
}

function boundDetail(detail: RefusalDetail): RefusalDetail {
  const { at, message, allowed, ...others } = detail
  const short = { ...others, at: cut(at, 201), message: cut(message, 500) }
  if (allowed === undefined) return short
  let bytes = 0
  const first = allowed.findIndex((value) => (bytes += bytesOf(value)) > mostAllowed)
  return { ...short, allowed: first < 0 ? allowed : allowed.slice(0, first) }
}

/** An upper bound of the bytes of a value in JSON. */
function bytesOf(value: unknown): number {
  return 3 * (JSON.stringify(value)?.length ?? 0) + 3
}
