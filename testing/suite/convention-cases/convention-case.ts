import type { ConventionName, Conventions } from '../../../emulator/model/contract/conventions.ts'
import type { Emulator } from '../../../emulator/create-emulator.ts'
import { ask, type ReadResponse } from '../ask.ts'

/** One convention seen from outside: what a client observes under each of its values. */
export interface ConventionCase<Name extends ConventionName> {
  /** The effect that a client sees through the API. */
  readonly observe: (emulator: Emulator) => Promise<unknown>
  /** The observations under each value of a choice, or under the default and one other value of an open convention. */
  readonly expected: readonly (readonly [value: Conventions[Name], observed: unknown])[]
}

/** A case for each of some conventions. */
export type ConventionCases<Names extends ConventionName> = { readonly [Name in Names]: ConventionCase<Name> }

/** The path of the products of the sample catalog. */
export function sampleProductsPath({ samples }: Emulator): string {
  return `/1.13/pulse/catalogs/${samples.catalogId}/products`
}

/** The status of an answer. */
export async function getStatus(emulator: Emulator, path: string, method = 'GET'): Promise<number> {
  return (await ask(emulator, method, path)).status
}

/** The body of an answer to GET. */
// oxlint-disable-next-line typescript/no-explicit-any -- cases read any member.
export async function getJson(emulator: Emulator, path: string): Promise<any> {
  return (await ask(emulator, 'GET', path)).json
}

/** Creates a personal access token. */
export function requestScopedToken(emulator: Emulator, scopes: readonly string[]): Promise<ReadResponse> {
  const json = { name: 'made', scopes, expires_at: '2026-06-01T00:00:00Z' }
  return ask(emulator, 'POST', '/access-tokens', { json })
}
