import { headerOf } from '../evidence/read-request.ts'
import type { ReceivedRequest } from '../evidence/transcript.ts'

/** The media type of a request, without parameters, in lower case. */
export function mediaTypeOf(request: ReceivedRequest): string | undefined {
  return headerOf(request, 'content-type')?.split(';')[0]!.trim().toLowerCase()
}
