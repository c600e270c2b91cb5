import { phraseText } from '../../../conformance/wording/text.ts'
import { phrase } from '../../../conformance/conclusions/phrase.ts'
import { type FetchSemantics, fetchWith, type Send } from '../../../emulator/integrations/fetch-semantics.ts'
import type { ClientConnection } from './driver.ts'
import type { RunBounds } from './run-bounds.ts'

/** The semantics of Node's `fetch`. */
const semantics: FetchSemantics = { abortable: false, repeatable: true, opaqueRedirects: false, type: () => 'basic' }

/**
 * The number of calls that reject after the run. Later calls never settle, because a loop that swallows errors would
 * block the process.
 */
const rejections = 20

/**
 * Makes the `fetch` of one run in process. It follows redirects, as `fetch` does. After the run, it rejects with a
 * TypeError, as `fetch` does offline.
 * @param onActivity Called when a request is sent and when its answer begins.
 */
export function boundedFetch(
  { baseUrl, fetch: answer }: { readonly baseUrl: string; readonly fetch: Send },
  bounds: RunBounds,
  onActivity: () => void,
): ClientConnection['fetch'] {
  let rejected = 0
  const ifOver = async (): Promise<void> => {
    if (!bounds.isOver) return
    if (++rejected > rejections) await new Promise(() => {})
    throw new TypeError(`fetch failed: ${phraseText(bounds.timedOut?.why ?? phrase`the run of this task has ended`)}.`)
  }
  const send = async (request: Request): Promise<Response> => {
    bounds.sent(request.method, request.url.replace(baseUrl, ''))
    onActivity()
    await ifOver()
    try {
      return await answer(request)
    } finally {
      bounds.heard()
      onActivity()
    }
  }
  return async (input, init) => {
    await ifOver()
    return await fetchWith(send, new Request(input, init), semantics)
  }
}
