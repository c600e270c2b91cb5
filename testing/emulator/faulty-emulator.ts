// Emulators with one fault, and requests to them.
import { createEmulator, type Emulator } from '../../emulator/create-emulator.ts'
import type { Conventions } from '../../emulator/model/contract/conventions.ts'
import type { Fault } from '../../emulator/disturb/faults/fault.ts'
import { ask } from '../suite/ask.ts'

const clock = '2026-03-01'

/** The path of the list of environments. */
export const environments = '/1.13/environments'

/** An emulator with a fault. */
export function faultyEmulator(fault: Fault, conventions: Partial<Conventions> = {}): Emulator {
  return createEmulator({ clock, conventions, faults: [fault] })
}

/** Sends GET with the default credentials. */
export function get(emulator: Emulator, path: string = environments, init: RequestInit = {}): Promise<Response> {
  return emulator.fetch(
    new Request(`http://localhost${path}`, {
      ...init,
      headers: { authorization: `Bearer ${emulator.credentials.token}` },
    }),
  )
}

/** The body of a path without a fault. */
export async function wholeBody(path: string = environments): Promise<string> {
  return (await ask(createEmulator({ clock }), 'GET', path)).text
}

/** The form of a token request. */
export function tokenRequest({ credentials }: Emulator): {
  readonly auth: null
  readonly form: Record<string, string>
} {
  return {
    auth: null,
    form: {
      grant_type: 'client_credentials',
      client_id: credentials.clientId,
      client_secret: credentials.clientSecret,
    },
  }
}
