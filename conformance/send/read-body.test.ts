import { expect, it } from 'vitest'
import { type BodyLimits, readBody, type ReceivedBody } from './read-body.ts'

/** Reads a body. The time limit is some turns of the event loop. */
async function read(response: Response, limits: Partial<BodyLimits> = {}): Promise<ReceivedBody> {
  const timeout = new AbortController()
  const reading = readBody(response, { maxBytes: 5_000_000, timeout: 50, ...limits }, timeout.signal, timeout.signal)
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve))
  timeout.abort(new Error('the time is over'))
  return await reading
}

/** A body that stays open after these parts. */
const openBody = (...parts: readonly Uint8Array[]) =>
  new Response(
    new ReadableStream({
      start: (controller) => {
        for (const part of parts) controller.enqueue(part)
      },
    }),
  )

const encodeText = (text: string) => new TextEncoder().encode(text)

it('ends a body that stays open once enough of it came', async () => {
  const [first, second] = [encodeText('data: é').slice(0, -1), encodeText('é').slice(-1)]
  const body = await read(openBody(first, second), { enough: (text) => text.includes('é') })
  expect(body.text).toBe('data: é')
  expect(body.cutShort).toBeUndefined()
})

it('keeps the part of a body that came in time, and says that it is cut short', async () => {
  const body = await read(openBody(encodeText('{"a":'), encodeText('1}')))
  expect(body).toMatchObject({
    text: '{"a":1}',
    json: undefined,
    trouble: 'the body was not complete after 0.05 s',
  })
  expect(body.cutShort).toContain('7 bytes had come')
})
