// Adapter connections, and requests to the Services API.
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

/** A new connection of an adapter, outside the fixtures. */
export function connectionOf({ worlds: { default: world } }: Emulator, adapter: string, members: object = {}): string {
  return world.insert('adapter_connections', {
    id: world.nextId(),
    name: adapter,
    adapter_id: null,
    adapter,
    status: 'active',
    created_at: world.timestamp(),
    ...members,
  }).id
}

/** A response with its body parsed. */
export interface ServiceAnswer {
  readonly status: number
  // eslint-disable-next-line typescript/no-explicit-any -- each test asserts the shape it expects
  readonly body: any
  readonly headers: Headers
}

/** Sends a request with the default credentials. */
export async function askService(
  { fetch, credentials }: Emulator,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<ServiceAnswer> {
  const sent = body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }
  const response = await fetch(
    new Request(`http://localhost${path}`, {
      method,
      headers: {
        authorization: `Bearer ${credentials.token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...sent,
    }),
  )
  return { status: response.status, body: JSON.parse((await response.text()) || 'null'), headers: response.headers }
}
