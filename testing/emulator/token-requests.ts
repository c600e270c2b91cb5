// Requests to the token endpoint.
import { expect } from 'vitest'
import { allScopes } from '../../emulator/api/auth/scopes.ts'
import type { Conventions } from '../../emulator/model/contract/conventions.ts'
import { createEmulator, type Emulator } from '../../emulator/create-emulator.ts'
import { hashSecret } from '../../emulator/tools/hash.ts'
import { type ReadResponse, ask } from '../suite/ask.ts'

/** The time of the frozen clock. */
const start = '2026-03-01T00:00:00Z'

/** An emulator with conventions, which checks its responses. */
export function startedEmulator(conventions: Partial<Conventions> = {}): Emulator {
  return createEmulator({ checkResponses: true, clock: start, conventions })
}

/** The parameters of a form, or headers. */
export type Form = Readonly<Record<string, string>>

/** The default client's parameters. */
export function clientForm({ credentials }: Emulator): Form {
  return { client_id: credentials.clientId, client_secret: credentials.clientSecret }
}

/** Sends a form to the token endpoint. */
export function sendTokenForm(
  emulator: Emulator,
  form: Form | string,
  headers: Form = {},
  auth: string | null = null,
): Promise<ReadResponse> {
  return ask(emulator, 'POST', '/oauth/token', { form, headers, auth })
}

/** Requests a token with client credentials. */
export function obtainToken(emulator: Emulator, more: Form = {}): Promise<ReadResponse> {
  return sendTokenForm(emulator, { grant_type: 'client_credentials', ...clientForm(emulator), ...more })
}

/** Requests a token with a refresh token. */
export function refresh(emulator: Emulator, token: string, more: Form = {}): Promise<ReadResponse> {
  return sendTokenForm(emulator, {
    grant_type: 'refresh_token',
    refresh_token: token,
    ...clientForm(emulator),
    ...more,
  })
}

/** The status of a GET request with a token. */
export async function reads(emulator: Emulator, token: string, path = '/1.13/projects'): Promise<number> {
  return (await ask(emulator, 'GET', path, { auth: `Bearer ${token}` })).status
}

/** The value of `Authorization` for HTTP Basic. */
export function basicHeader(user: string, password: string): string {
  return `Basic ${btoa(`${user}:${password}`)}`
}

/** Expects a refusal in the form of RFC 6749. */
export function expectRefusal(answer: ReadResponse, status: number, error: string): void {
  expect({ status: answer.status, error: answer.json?.error }).toEqual({ status, error })
  expect(Object.keys(answer.json)).toEqual(['error', 'error_description'])
  expect(answer.json.error_description).toMatch(/^[\x20-\x21\x23-\x5B\x5D-\x7E]+$/)
  expect(answer.headers.get('content-type')).toBe('application/json')
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(answer.headers.get('pragma')).toBe('no-cache')
}

/** Adds a second client to the one of the fixtures. */
export function addClient(emulator: Emulator, id: string, secret: string, scopes: readonly string[] = allScopes): Form {
  emulator.worlds.default.insert('credentials', {
    id: `client:${id}`,
    kind: 'oauthClient',
    user_id: 'user_other',
    scopes,
    expires_at: null,
    owner_id: 'account_other',
    project_id: null,
    secret_hash: hashSecret(secret),
  })
  return { client_id: id, client_secret: secret }
}
