// Adapter connections, and requests to the Services API.
import { ask } from '../suite/ask.ts'
import { createEmulator, type Emulator, type EmulatorOptions } from '../../emulator/create-emulator.ts'

/** A valid body of the command `create-order`. */
export const validOrder: {
  readonly customer: string
  readonly items: readonly { readonly sku: string; readonly quantity: number }[]
} = {
  customer: 'Ada Lovelace',
  items: [{ sku: 'SKU-1', quantity: 1 }],
}

/** An emulator that checks its responses. */
export function servicesEmulator(options: EmulatorOptions = {}): Emulator {
  return createEmulator({ checkResponses: true, clock: '2026-01-01T00:00:00Z', ...options })
}

/** Creates a connection of an adapter and returns its id. */
export function insertConnection({ data }: Emulator, adapter: string, members: object = {}): string {
  return data.insert('adapter_connections', { name: adapter, adapter, ...members }).id
}

/** A response with its body parsed. */
export interface ServiceAnswer {
  readonly status: number
  // eslint-disable-next-line typescript/no-explicit-any -- each test asserts the shape it expects
  readonly body: any
  readonly headers: Headers
}

/** Sends a request with the default credentials. A string body is sent as it is, any other as JSON. */
export async function askService(
  emulator: Emulator,
  method: string,
  path: string,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<ServiceAnswer> {
  const sent = typeof body === 'string' ? { text: body } : { json: body }
  const { json, ...answer } = await ask(emulator, method, path, { ...sent, headers })
  return { ...answer, body: json ?? null }
}
