import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Loopback {
  readonly url: string
  readonly close: () => Promise<void>
}

/** A server on loopback. It serves these files by path, and answers all other requests with what it received. */
export function startLoopback(files: Readonly<Record<string, string>> = {}): Promise<Loopback> {
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    const file = files[pathname]
    const type = pathname.endsWith('.js') ? 'text/javascript' : 'text/html; charset=utf-8'
    if (request.method === 'GET' && file !== undefined)
      return response.writeHead(200, { 'content-type': type }).end(file)
    let body = ''
    for await (const chunk of request.setEncoding('utf8')) body += chunk as string
    response
      .writeHead(200, {
        'content-type': 'text/plain',
        'access-control-allow-origin': '*',
        'access-control-allow-headers': '*',
      })
      .end(`the network got ${body}`)
  })
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const close = () =>
        new Promise<void>((done) => {
          server.close(() => done())
          server.closeAllConnections()
        })
      resolve({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close })
    })
  })
}
