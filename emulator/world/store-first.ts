import { after, type Eventually } from '../tools/eventually.ts'
import type { WorldStorage } from './storage.ts'

/**
 * Passes an answer on once every change is stored, so that nothing is acknowledged that a killed process would lose.
 * A stream of events may go on to change the world, so each of its pieces waits as well.
 * @throws EmulatorError `not_stored`.
 */
export function storeFirst(
  answered: Eventually<Response>,
  storage: WorldStorage | undefined,
  name?: string,
): Eventually<Response> {
  if (!storage) return answered
  return after(answered, (response) => {
    storage.store(name)
    if (!response.headers.get('content-type')?.startsWith('text/event-stream') || !response.body) return response
    const storing = new TransformStream<Uint8Array, Uint8Array>({
      transform: (piece, controller) => {
        storage.store(name)
        controller.enqueue(piece)
      },
    })
    return new Response(response.body.pipeThrough(storing), response)
  })
}
