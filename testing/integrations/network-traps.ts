import { anyOrigin } from '../../emulator/api/dialect/cors.ts'
import type { AnsweringEmulator } from '../../emulator/integrations/base-url.ts'

const stream = (start: (controller: ReadableStreamDefaultController<Uint8Array>) => void | Promise<void>): Response =>
  new Response(new ReadableStream<Uint8Array>({ start }), { headers: { 'Content-Type': 'text/plain', ...anyOrigin } })

/**
 * An emulator with paths below `/trap/` that show what the way does to a request. `echo` returns what arrived.
 * `released` streams a second chunk after a request to `release`. `bytes` is binary. `seeOther` and `kept` redirect
 * to `echo` with 303 and 307, and `loop` to itself.
 */
export function withNetworkTraps(emulator: AnsweringEmulator): AnsweringEmulator {
  const encode = (text: string) => new TextEncoder().encode(text)
  let release = () => {}
  const traps: Readonly<Record<string, (request: Request) => Response | Promise<Response>>> = {
    echo: async (request) =>
      Response.json(
        {
          method: request.method,
          headers: Object.fromEntries(request.headers),
          body: [...new Uint8Array(await request.arrayBuffer())],
        },
        { headers: anyOrigin },
      ),
    released: ({ signal }) =>
      stream(async (controller) => {
        controller.enqueue(encode('first '))
        await new Promise<void>((resolve, reject) => {
          release = resolve
          signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
        })
        controller.enqueue(encode('second'))
        controller.close()
      }),
    release: () => (release(), new Response('released', { headers: anyOrigin })),
    bytes: () =>
      new Response(
        Uint8Array.from({ length: 256 }, (_, index) => index),
        { headers: { 'Content-Type': 'application/octet-stream', ...anyOrigin } },
      ),
    loop: (request) => new Response(null, { status: 302, headers: { Location: request.url, ...anyOrigin } }),
    kept: (request) =>
      new Response(null, { status: 307, headers: { Location: request.url.replace('kept', 'echo'), ...anyOrigin } }),
    seeOther: (request) =>
      new Response(null, {
        status: 303,
        headers: { Location: request.url.replace('seeOther', 'echo'), ...anyOrigin },
      }),
  }
  return {
    basePath: emulator.basePath,
    fetch: async (request) => {
      const name = /\/trap\/(\w+)(?:#|$)/.exec(request.url)?.[1]
      return await (traps[name ?? '']?.(request) ?? emulator.fetch(request))
    },
  }
}
