// Serves a server over a raw socket, so that a right server can send what a Response cannot.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { RightSubject } from './right-server.ts'

/** An answer whose body is complete. */
export interface Answer {
  readonly method: string
  readonly status: number
  readonly headers: readonly (readonly [string, string])[]
  readonly body: Buffer
  /** True if the client takes a coding of the body, such as gzip. */
  readonly takes: (coding: string) => boolean
}

/** Sends an answer in a way of its own. */
export type Send = (answer: Answer, response: ServerResponse) => Promise<void> | void

/**
 * A server on a raw socket that sends its answers in another form.
 * @param open Makes the server for the address of the socket.
 */
export async function serveBySocket(send: Send, open: (base: string) => RightSubject): Promise<RightSubject> {
  const server = createServer((incoming, outgoing) => void answer(incoming, outgoing))
  let base = ''
  const answer = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const { method = 'GET', url = '/' } = incoming
    // Only the server may send a Date.
    outgoing.sendDate = false
    const body = await collectBody(incoming)
    const headers = new Headers()
    for (const [name, values] of Object.entries(incoming.headersDistinct))
      for (const value of values ?? []) if (name !== 'connection') headers.append(name, value)
    const response = await subject.fetch(
      new Request(`${base}${url}`, { method, headers, body: body.length > 0 ? new Uint8Array(body) : null }),
    )
    const written = [...response.headers].filter(([name]) => name !== 'content-length')
    const codings = String(incoming.headers['accept-encoding'] ?? '')
    await send(
      {
        method,
        status: response.status,
        headers: written,
        body: Buffer.from(await response.arrayBuffer()),
        takes: (coding) => codings.includes(coding),
      },
      outgoing,
    )
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const subject = open(base)
  return {
    ...subject,
    fetch: (request) => fetch(request),
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function collectBody(incoming: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

/** Writes the head of an answer: each header in a line of its own, and by the name that it is given. */
export function writeHead(response: ServerResponse, { status, headers }: Pick<Answer, 'status' | 'headers'>): void {
  response.writeHead(status, headers.flat())
}
