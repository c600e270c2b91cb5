import { bodyBrokenOff } from '../../tools/connection-dropped.ts'
import { sleep } from '../../tools/sleep.ts'

/** Sends half a body, and then closes the connection. */
export function brokenOff(
  bytes: Uint8Array<ArrayBuffer>,
  signal: AbortSignal,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  let sent = bytes.length === 0
  return new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull: async (controller) => {
      if (!sent) controller.enqueue(bytes)
      // Without the pause, MSW 3 would lose the headers.
      else await sleep(0, signal).then(() => controller.error(bodyBrokenOff()))
      sent = true
    },
  })
}

/** The first half of a JSON text. A comma follows half a number, which would still be JSON. */
export function notJson(text: string): string {
  return `${text.slice(0, Math.ceil(text.length / 2))}${/^["[{]/.test(text) ? '' : ','}`
}

/** Sends a body in pieces, and waits before each. */
export function dripping(
  bytes: Uint8Array<ArrayBuffer>,
  size: number,
  interval: number,
  request: Request,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const ended = new AbortController()
  let at = 0
  return new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      pull: async (controller) => {
        // The closure keeps the request alive: once collected, it would no longer forward its client's abort.
        await sleep(interval, AbortSignal.any([request.signal, ended.signal]))
        controller.enqueue(bytes.subarray(at, (at += size)))
        if (at >= bytes.length) controller.close()
      },
      cancel: (reason) => ended.abort(reason),
    },
    { highWaterMark: 0 },
  )
}
