import { createServer, type ServerOptions } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createEmulator } from '../emulator/create-emulator.ts'
import { serve } from '../emulator/serve/serve.ts'

// One of the servers that http.ts compares, in its own process.
export type ToServer =
  | { readonly kind: 'emulator' }
  | { readonly kind: 'bare'; readonly answers: Readonly<Record<string, BareAnswer>>; readonly options: ServerOptions }
  | { readonly kind: 'cpu' }
/** The value that the bare server stringifies and sends for a path. */
export interface BareAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly json: unknown
}
export type FromServer =
  | { readonly url: string; readonly token: string; readonly catalogId: string; readonly issueId: string }
  | { readonly cpu: number }

process.on('message', async (message: ToServer) => {
  if (message.kind === 'emulator') {
    const emulator = createEmulator({ scale: 1000 })
    // The same options as `emulator start`.
    const { url } = await serve(emulator, { port: 0, overrideGlobalObjects: true })
    sendToParent({
      url,
      token: emulator.credentials.token,
      catalogId: emulator.samples.catalogId!,
      issueId: emulator.samples.issueId!,
    })
  } else if (message.kind === 'bare') {
    const { answers, options } = message
    const server = createServer(options, (request, response) => {
      const { status, headers, json } = answers[request.url!]!
      const text = JSON.stringify(json)
      response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(text) })
      response.end(text)
    })
    server.listen(0, '127.0.0.1', () =>
      sendToParent({
        url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
        token: '',
        catalogId: '',
        issueId: '',
      }),
    )
  } else {
    const { user, system } = process.cpuUsage()
    sendToParent({ cpu: user + system })
  }
})

function sendToParent(message: FromServer): void {
  process.send!(message)
}
