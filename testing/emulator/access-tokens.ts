// Personal access tokens.
import type { Conventions } from '../../emulator/model/contract/conventions.ts'
import { createEmulator, type Emulator } from '../../emulator/create-emulator.ts'
import { type ReadResponse, ask } from '../suite/ask.ts'

/** The time at which the clock of `checkedEmulator` is frozen by default. */
export const start = '2026-03-01T12:00:00Z'

/** An emulator with conventions, which checks its responses. */
export function checkedEmulator(conventions: Partial<Conventions> = {}, clock: string = start): Emulator {
  return createEmulator({ checkResponses: true, clock, conventions })
}

/** A valid body of a creation. */
export const good: { readonly name: string; readonly scopes: readonly string[]; readonly expires_at: string } = {
  name: 'Deploy',
  scopes: ['projects:read', 'access-tokens:read'],
  expires_at: '2026-06-01T00:00:00Z',
}

/** Creates a token from `good` with changes. */
export function create(emulator: Emulator, changes: Readonly<Record<string, unknown>> = {}): Promise<ReadResponse> {
  return ask(emulator, 'POST', '/access-tokens', { json: { ...good, ...changes } })
}

/** Lists the tokens of the caller. */
// eslint-disable-next-line typescript/no-explicit-any -- each test asserts the shape it expects
export async function list(emulator: Emulator, auth?: string): Promise<any[]> {
  return (await ask(emulator, 'GET', '/access-tokens', auth === undefined ? {} : { auth })).json.data
}

/** The status of a GET request with a token. */
export async function works(emulator: Emulator, token: string): Promise<number> {
  return (await ask(emulator, 'GET', '/1.13/projects', { auth: `Bearer ${token}` })).status
}
