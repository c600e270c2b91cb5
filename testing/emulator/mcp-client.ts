// The official MCP client, connected to an emulator.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { onTestFinished } from 'vitest'
import type { Emulator, EmulatorOptions } from '../../emulator/create-emulator.ts'
import { insertConnection as addConnection, servicesEmulator } from './services.ts'

/** An emulator without the adapter connections of its fixtures. */
export function mcpEmulator(options: EmulatorOptions = {}): Emulator {
  const emulator = servicesEmulator(options)
  emulator.data.removeAll('adapter_connections')
  return emulator
}

/** A new connection of an adapter, with a name. */
export function namedConnection(emulator: Emulator, adapter: string, members: object = {}): string {
  return addConnection(emulator, adapter, { name: `My ${adapter}`, ...members })
}

type Mode = 'legacy' | 'auto'

/** Connects the official client. It is closed at the end of the test. */
export async function connectMcpClient(
  emulator: Emulator,
  {
    token = emulator.credentials.token,
    path = '/mcp',
    mode = 'legacy',
  }: { readonly token?: string; readonly path?: string; readonly mode?: Mode } = {},
): Promise<Client> {
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } })
  const transport = new StreamableHTTPClientTransport(new URL(`http://localhost${path}`), {
    requestInit: { headers: { authorization: `Bearer ${token}` } },
    fetch: (url, init) => emulator.fetch(new Request(url, init as RequestInit)),
  })
  await client.connect(transport as Parameters<Client['connect']>[0])
  onTestFinished(() => client.close())
  return client
}

/** The names of the tools that a client sees. */
export async function toolNames(client: Client): Promise<readonly string[]> {
  return (await client.listTools()).tools.map(({ name }) => name)
}

/** The text of a tool's result. */
export function toolText(result: { readonly content: unknown }): string {
  return (result.content as { text: string }[])[0]!.text
}

/** Creates a personal access token with some scopes. */
export async function createNarrowToken({ fetch, credentials }: Emulator, scopes: readonly string[]): Promise<string> {
  const response = await fetch('http://localhost/access-tokens', {
    method: 'POST',
    headers: { authorization: `Bearer ${credentials.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Narrow', scopes, expires_at: '2026-06-01T00:00:00Z' }),
  })
  return ((await response.json()) as { token: string }).token
}
