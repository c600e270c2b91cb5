// Gateways and proxies between the kit and a service.
import { mkdtempSync, writeFileSync } from 'node:fs'
import { createServer, request as openRequest, type IncomingMessage } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createEmulator } from '../../emulator/create-emulator.ts'
import { serve } from '../../emulator/serve/serve.ts'
import { userEnvironment } from '../../testing/readme-code.ts'
import { runToEnd } from '../../testing/run-cli.ts'
import { toTargetFile } from '../judges/service/target-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'access-'))
const config = join(folder, 'target.json')

it('passes a gateway that demands a header, through a proxy, and hides the header in reports', async () => {
  const emulator = createEmulator({})
  const service = await serve(emulator, { port: 0 })
  const { port } = new URL(service.url)
  const asked: IncomingMessage[] = []
  const gateway = createServer((incoming, outgoing) => {
    asked.push(incoming)
    const { method, url, headers } = incoming
    if (headers['x-gateway-key'] !== 'key-of-the-gateway') outgoing.writeHead(403).end(`${headers['x-gateway-key']}`)
    else
      incoming.pipe(
        openRequest({ port, method, path: url, headers: { ...headers, host: `127.0.0.1:${port}` } }, (answer) =>
          answer.pipe(outgoing.writeHead(answer.statusCode!, { ...answer.headers, 'x-echo': 'key-of-the-gateway' })),
        ),
      )
  })
  await new Promise<void>((done) => gateway.listen(0, '127.0.0.1', done))
  const tunnels: string[] = []
  const proxy = createServer().on('connect', (request: IncomingMessage, socket) => {
    tunnels.push(request.url!)
    const through = connect((gateway.address() as AddressInfo).port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n')
      socket.pipe(through).pipe(socket)
    })
    for (const end of [socket, through]) end.on('error', () => undefined)
  })
  await new Promise<void>((done) => proxy.listen(0, '127.0.0.1', done))
  writeFileSync(
    config,
    JSON.stringify({
      ...toTargetFile(emulator, 'http://service.test', true),
      headers: { 'x-gateway-key': '${GATEWAY_KEY}' },
    }),
  )
  try {
    const { code, stdout, stderr } = await runToEnd(
      [
        'conformance',
        '--config',
        config,
        '--only',
        'legacy.root*',
        '--report',
        'json',
        '--report',
        `har=${folder}/run.har`,
      ],
      {
        env: userEnvironment({
          GATEWAY_KEY: 'key-of-the-gateway',
          HTTP_PROXY: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
          XDG_STATE_HOME: folder,
        }),
      },
    )
    expect(code, stdout + stderr).toBe(0)
    expect(new Set(tunnels)).toEqual(new Set(['service.test:80']))
    expect(asked.every(({ headers }) => headers['user-agent']?.includes('emulator/'))).toBe(true)
    expect(stdout + stderr).not.toContain('key-of-the-gateway')
  } finally {
    for (const server of [gateway, proxy]) server.close().closeAllConnections()
    await service.close()
  }
})
