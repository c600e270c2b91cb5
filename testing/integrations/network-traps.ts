import { describeResponse } from '../../emulator/api/dialect/noted-response.ts'
import { anyOrigin } from '../../emulator/api/dialect/cors.ts'
import type { Emulator } from '../../emulator/create-emulator.ts'
import type { Responder } from '../../emulator/serve/serve-answers.ts'
import type { AnsweringEmulator } from '../../emulator/integrations/base-url.ts'

const streamedResponse = (
  start: (controller: ReadableStreamDefaultController<Uint8Array>) => void | Promise<void>,
): Response =>
  new Response(new ReadableStream<Uint8Array>({ start }), { headers: { 'Content-Type': 'text/plain', ...anyOrigin } })

/**
 * An emulator with paths below `/trap/` that show what the way does to a request. `echo` returns what arrived.
 * `released` streams a second chunk after a request to `release`. `bytes` is binary. `seeOther` and `kept` redirect
 * to `echo` with 303 and 307, and `loop` to itself.
 */
export function addNetworkTraps(emulator: Emulator): AnsweringEmulator & Responder {
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
      streamedResponse(async (controller) => {
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
    noContent: () => new Response(null, { status: 204, headers: anyOrigin }),
    notModified: () => new Response(null, { status: 304, headers: anyOrigin }),
    empty: () => new Response('', { headers: { 'Content-Type': 'text/plain', ...anyOrigin } }),
    nowhere: () => new Response(null, { status: 302, headers: anyOrigin }),
    zipped: () =>
      new Response(new Blob(['zipped']).stream().pipeThrough(new CompressionStream('gzip')), {
        headers: { 'Content-Type': 'text/plain', 'Content-Encoding': 'gzip', ...anyOrigin },
      }),
    cookies: () =>
      new Response('', {
        headers: [['Set-Cookie', 'a=1'], ['Set-Cookie', 'b=2'], ...Object.entries(anyOrigin)],
      }),
    loop: (request) => new Response(null, { status: 302, headers: { Location: request.url, ...anyOrigin } }),
    kept: (request) =>
      new Response(null, { status: 307, headers: { Location: request.url.replace('kept', 'echo'), ...anyOrigin } }),
    seeOther: (request) =>
      new Response(null, {
        status: 303,
        headers: { Location: request.url.replace('seeOther', 'echo'), ...anyOrigin },
      }),
  }
  const trapped = (request: Request) => {
    const name = request.method === 'OPTIONS' ? undefined : /\/trap\/(\w+)(?:#|$)/.exec(request.url)?.[1]
    return traps[name ?? '']?.(request)
  }
  return {
    basePath: emulator.basePath,
    publicUrl: emulator.publicUrl,
    fetch: async (request) => {
      const response = await trapped(request)
      return response
        ? describeResponse(response, { url: request.url, redirected: false, type: 'basic' })
        : emulator.fetch(request)
    },
    respond: async (request, sender) => (await trapped(request)) ?? (await emulator.respond(request, sender)),
  }
}
