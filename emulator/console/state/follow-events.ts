// Follows the server-sent events of the control API. EventSource cannot send the control token, so `fetch` reads them.
import { type ControlPlace, type Problem, readProblem, sendControl } from './control.ts'

/** One message of a stream of server-sent events. */
export interface ServerEvent {
  readonly id: string
  readonly type: string
  readonly data: string
}

/** The options and callbacks of a follower. */
export interface Follower {
  /** Starts after this event. */
  readonly after: string
  readonly query?: Readonly<Record<string, string | undefined>>
  readonly onEvent: (event: ServerEvent) => void
  /** Called with a problem when the stream breaks, and with undefined when it runs. */
  readonly onState: (problem: Problem | undefined) => void
}

/** The time before the next try, in milliseconds. */
const retryAfter = 1000

const broken: Problem = {
  status: 0,
  code: 'unreachable',
  message: 'The connection to the emulator broke. Trying again …',
  details: [],
}

/** Follows the events of the chosen world until the result is called. A broken stream continues where it ended. */
export function followEvents(place: ControlPlace, path: string, follower: Follower): () => void {
  const { query = {}, onEvent, onState } = follower
  const aborting = new AbortController()
  const { signal } = aborting
  let last = follower.after
  /** Reads until the stream ends. Resolves with why it did. */
  const read = async () => {
    const headers = { accept: 'text/event-stream', 'last-event-id': last }
    const response = await sendControl(place, path, { query, headers, signal })
    if (!response.ok || !response.body) return await readProblem(response)
    onState(undefined)
    for await (const event of parseEvents(response.body)) {
      if (event.id !== '') last = event.id
      onEvent(event)
    }
    return broken
  }
  const run = async () => {
    while (!signal.aborted) {
      const problem = await read().catch(() => broken)
      if (signal.aborted) return
      onState(problem)
      // A retry would be refused, too.
      if (problem.status >= 400 && problem.status < 500 && problem.status !== 429) return
      await new Promise((resolve) => setTimeout(resolve, retryAfter))
    }
  }
  void run()
  return () => aborting.abort()
}

/** Reads the events of a body, as the HTML standard parses them. */
export async function* parseEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerEvent> {
  const reader = body.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>).getReader()
  let rest = ''
  try {
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      const blocks = `${rest}${piece.value}`.split(/\r?\n\r?\n/)
      rest = blocks.pop()!
      for (const block of blocks) {
        const event = parseEvent(block)
        if (event) yield event
      }
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}

function parseEvent(block: string): ServerEvent | undefined {
  const fields = new Map<string, string>()
  for (const line of block.split(/\r?\n/)) {
    const [, name = '', value = ''] = /^([^:]+)(?:: ?(.*))?$/.exec(line) ?? []
    if (name !== '') fields.set(name, name === 'data' && fields.has(name) ? `${fields.get(name)}\n${value}` : value)
  }
  const data = fields.get('data')
  return data === undefined ? undefined : { id: fields.get('id') ?? '', type: fields.get('event') ?? 'message', data }
}
