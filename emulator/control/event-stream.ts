// Server-sent events of a journal. They are made on demand: a slow reader takes no memory, and loses nothing that the
// journal still keeps.
import { ApiError } from '../api/dialect/api-error.ts'
import { runInTurns } from '../tools/in-turns.ts'
import type { JournalWatch } from '../journal/journal-watch.ts'

/** The interval at which a stream polls the journal, in milliseconds: at most ten messages a second. */
const interval = 100
/** The number of polls without news before a keep-alive, so that no proxy closes the stream: 15 seconds. */
const emptyPolls = 150
/** The number of streams that an emulator serves at a time. */
const mostStreams = 64

/** The streams of an emulator. */
export class EventStreams {
  #count = 0

  /** The number of open streams. */
  get count(): number {
    return this.#count
  }

  /** Counts an open stream, until the result is called. @throws ApiError `too_many_streams`. */
  open(): () => void {
    if (this.#count >= mostStreams)
      throw new ApiError(
        'rateLimited',
        `There are ${mostStreams} readers of events, the most that this emulator serves. Close one of them.`,
        { code: 'too_many_streams', headers: { 'Retry-After': '1' } },
      )
    this.#count++
    let counts = true
    return () => {
      if (counts) this.#count--
      counts = false
    }
  }
}

/** The source of a stream. */
export interface StreamSource {
  /** Watches the journal; undefined while the world does not exist. */
  readonly watch: () => JournalWatch | undefined
  /** True if the world is no longer served under its name. */
  readonly isGone: () => boolean
  /** Called once, at the end. */
  readonly release: () => void
  readonly signal: AbortSignal
}

/** Makes the body of a stream. It ends when the reader disconnects or the world is dropped. */
export function eventStream({ watch, isGone, release, signal }: StreamSource): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  let timer: ReturnType<typeof setTimeout> | undefined
  let abort = () => {}
  let hasEnded = false
  const end = () => {
    hasEnded = true
    clearTimeout(timer)
    signal.removeEventListener('abort', abort)
    release()
  }
  return new ReadableStream(
    {
      type: 'bytes',
      start(controller) {
        abort = () => {
          end()
          controller.error(signal.reason)
        }
        signal.addEventListener('abort', abort, { once: true })
        // Something at once, so that a reader knows that it is connected.
        controller.enqueue(encoder.encode(`retry: 1000\n\n`))
      },
      pull: async (controller) => {
        const send = (text: string) => {
          if (!hasEnded) controller.enqueue(encoder.encode(text))
        }
        for (let polls = 0; ;) {
          await new Promise((resolve) => (timer = setTimeout(resolve, interval)))
          if (isGone()) {
            send('event: gone\ndata: {}\n\n')
            controller.close()
            controller.byobRequest?.respond(0)
            return end()
          }
          const journal = watch()
          const batch = journal && (await runInTurns(journal.look()))
          if (batch) return send(`id: ${journal.position}\nevent: requests\ndata: ${JSON.stringify(batch)}\n\n`)
          if (++polls === emptyPolls) return send(':\n\n')
        }
      },
      cancel: end,
    },
    { highWaterMark: 0 },
  )
}
