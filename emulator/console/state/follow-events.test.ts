import { expect, it } from 'vitest'
import { parseEvents } from './follow-events.ts'

const toStream = (...pieces: readonly Uint8Array[]): ReadableStream<Uint8Array> =>
  new ReadableStream({
    start: (controller) => {
      for (const piece of pieces) controller.enqueue(piece)
      controller.close()
    },
  })

it('reads events however their bytes are cut', async () => {
  const text = 'retry: 1\n\nid: 7\nevent: requests\ndata: {"ä":\ndata: 1}\n\n:\n\r\ndata: last\r\n\r\ndata: not ended'
  const bytes = new TextEncoder().encode(text)
  for (let cut = 1; cut < bytes.length; cut++) {
    const events: unknown[] = []
    for await (const event of parseEvents(toStream(bytes.subarray(0, cut), bytes.subarray(cut)))) events.push(event)
    expect(events).toEqual([
      { id: '7', type: 'requests', data: '{"ä":\n1}' },
      { id: '', type: 'message', data: 'last' },
    ])
  }
})
