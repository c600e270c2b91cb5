import { type ClientBehaviour, rejection } from './client.ts'

/** The answer of `/trap/echo`. */
export interface Echo {
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: readonly number[]
}

const manyBytes = Uint8Array.from({ length: 300 }, (_, index) => index % 256)

/** The behaviour of the network that a client sees: bytes, streams, aborts and broken connections. */
export const networkBehaviours: readonly ClientBehaviour[] = [
  {
    name: 'sends its method, headers and bytes as they are',
    observe: async (client) => {
      const response = await client.trap('echo', {
        method: 'PUT',
        body: manyBytes,
        headers: { 'content-type': 'application/x-own', 'x-own': 'a, b' },
      })
      const { method, headers, body } = (await response.json()) as Echo
      return [
        method,
        headers['content-type'],
        headers['x-own'],
        headers['authorization'] === `Bearer ${client.facts.token}`,
        body,
      ]
    },
    expected: ['PUT', 'application/x-own', 'a, b', true, [...manyBytes]],
  },
  {
    name: 'receives bytes as they are',
    observe: async (client) => [...new Uint8Array(await (await client.trap('bytes')).arrayBuffer())],
    expected: Array.from({ length: 256 }, (_, index) => index),
  },
  {
    name: 'gets a response that knows its URL',
    observe: async (client) => {
      const { url, redirected } = await client.trap('bytes')
      return [url === `${client.facts.baseUrl}/trap/bytes`, redirected]
    },
    expected: [true, false],
  },
  {
    name: 'reads the answer to a request with credentials',
    observe: async (client) => (await client.send('/0/', { credentials: 'include' })).status,
    expected: 200,
  },
  {
    name: 'loses method and body over a 303',
    observe: async (client) => {
      const response = await client.trap('seeOther', {
        method: 'POST',
        body: 'lost',
        headers: { 'content-type': 'text/plain' },
      })
      const { method, headers, body } = (await response.json()) as Echo
      return [
        method,
        headers['content-type'] ?? null,
        headers['authorization'] === `Bearer ${client.facts.token}`,
        body,
        response.redirected,
        new URL(response.url).pathname,
      ]
    },
    expected: ['GET', null, true, [], true, '/platform/trap/echo'],
  },
  {
    name: 'fails when the connection is dropped, and works afterwards',
    observe: async (client) => {
      await client.setFaults({ operation: 'legacy.root', drop: 'before', times: 2 })
      return [
        await rejection(client.send('/0/')),
        await rejection(client.send('/0/')),
        (await client.send('/0/')).status,
      ]
    },
    expected: ['TypeError', 'TypeError', 200],
  },
  {
    name: 'reads a stream as it comes',
    observe: async (client) => {
      const reader = (await client.trap('released')).body!.pipeThrough(new TextDecoderStream()).getReader()
      const first = await reader.read()
      await client.trap('release')
      const rest: unknown[] = []
      for (let part = await reader.read(); !part.done; part = await reader.read()) rest.push(part.value)
      return [first.value, rest]
    },
    expected: ['first ', ['second']],
  },
  {
    name: 'fails in the middle of a body that breaks off',
    observe: async (client) => {
      await client.setFaults({ operation: 'environments.list', truncate: true })
      const response = await client.send('/1.13/environments')
      return [response.status, await rejection(response.text())]
    },
    expected: [200, 'TypeError'],
  },
  {
    name: 'reads the whole of a body that comes in drops',
    observe: async (client) => {
      await client.setFaults({ operation: 'environments.list', drip: { bytes: 100, interval: 1 } })
      const [dripped, whole] = [await client.send('/1.13/environments'), await client.send('/1.13/environments')]
      return (await dripped.text()) === (await whole.text())
    },
    expected: true,
  },
  {
    name: 'is not answered once it has aborted',
    observe: async (client) => rejection(client.send('/0/', { signal: AbortSignal.abort() })),
    expected: 'AbortError',
  },
  {
    name: 'aborts while it waits, with its own reason',
    observe: async (client) => {
      await client.setFaults({ operation: 'legacy.root', delay: '1h' })
      const controller = new AbortController()
      const pending = rejection(client.send('/0/', { signal: controller.signal }))
      setTimeout(() => controller.abort(new RangeError('enough')), 20)
      const reason = await pending
      // The client may have given up before the request arrived; the fault is pending then.
      await client.setFaults()
      return reason
    },
    expected: 'RangeError',
  },
  {
    name: 'aborts while it reads',
    observe: async (client) => {
      await client.setFaults({ operation: 'environments.list', drip: { bytes: 100, interval: 10 } })
      const controller = new AbortController()
      const response = await client.send('/1.13/environments', { signal: controller.signal })
      const reader = response.body!.getReader()
      await reader.read()
      controller.abort()
      return rejection(readAll(reader))
    },
    expected: 'AbortError',
  },
]

async function readAll(reader: ReadableStreamDefaultReader<unknown>): Promise<void> {
  while (!(await reader.read()).done);
}
