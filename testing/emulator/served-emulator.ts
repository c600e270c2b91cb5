// An emulator on a port of its own for one test.
import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { onTestFinished } from 'vitest'
import { createEmulator, type Emulator, type EmulatorOptions } from '../../emulator/create-emulator.ts'
import { type RunningServer, serve, type ServeOptions } from '../../emulator/serve/serve.ts'

/** Serves an emulator until the test has finished. */
export async function startServed(
  serveOptions: ServeOptions = {},
  options: EmulatorOptions = {},
): Promise<{ readonly emulator: Emulator; readonly server: RunningServer }> {
  const emulator = createEmulator(options)
  const server = await serve(emulator, { port: 0, ...serveOptions })
  onTestFinished(() => server.close())
  return { emulator, server }
}

/** Headers by their names. */
export type Headers = Readonly<Record<string, string>>

/** An answer with its body. */
export interface Answer {
  readonly status: number
  readonly headers: NodeJS.Dict<string | string[]>
  readonly text: string
}

/** Sends a request with headers that fetch does not allow. */
export function sendRawRequest(
  { port }: { readonly port: number | string },
  method: string,
  path: string,
  headers: Headers = {},
  body = '',
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    httpRequest({ host: '127.0.0.1', port, method, path, headers }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }))
    })
      .on('error', reject)
      .end(body)
  })
}

/** Sends text over a plain socket and returns what is received until the server closes the connection. */
export function raw({ port }: RunningServer, sent: string): Promise<string> {
  return new Promise((resolve) => {
    let text = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(sent))
    socket.setEncoding('latin1').on('data', (piece: string) => (text += piece))
    socket.on('error', () => {}).on('close', () => resolve(text))
  })
}
