// A proxy as HTTPS_PROXY names one: it tunnels to this machine, whatever host is requested.
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'

export interface ConnectProxy {
  readonly url: string
  /** The hosts and ports that were requested. */
  readonly tunnels: readonly string[]
  close(): void
}

export async function openConnectProxy(): Promise<ConnectProxy> {
  const tunnels: string[] = []
  const server = createServer().on('connect', (request, socket, head) => {
    tunnels.push(request.url!)
    const service = connect(Number(request.url!.split(':').at(-1)), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n')
      service.write(head)
      service.pipe(socket).pipe(service)
    })
    for (const [from, to] of [
      [service, socket],
      [socket, service],
    ] as const)
      from.on('error', () => to.destroy()).on('close', () => to.destroy())
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, tunnels, close: () => server.close() }
}
