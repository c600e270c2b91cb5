import type { Fault } from '../../emulator/disturb/faults/fault.ts'
import type { Facts } from './scene.ts'

/**
 * The observations of a client that only uses `fetch`. It runs in Node or in a page, so what it returns must be JSON.
 */
export interface ClientBehaviour {
  readonly name: string
  readonly observe: (client: Client) => Promise<unknown>
  readonly expected: unknown
  /** The observation in browsers, where it differs. */
  readonly inBrowser?: unknown
}

export class Client {
  readonly facts: Facts

  /** The `fetch` under test. Default: the one that is global at the moment of a call. */
  readonly fetch: (input: Request | string, init?: RequestInit) => Promise<Response>

  constructor(facts: Facts, by: Client['fetch'] = async (input, init) => fetch(input, init)) {
    this.facts = facts
    this.fetch = by
  }

  /** Sends a request below the base URL with the token, by the `fetch` under test. */
  send(path: string, init: RequestInit = {}): Promise<Response> {
    return this.fetch(`${this.facts.baseUrl}${path}`, {
      ...init,
      headers: { authorization: `Bearer ${this.facts.token}`, ...init.headers },
    })
  }

  json(method: string, path: string, body: unknown): Promise<Response> {
    return this.send(path, { method, body: JSON.stringify(body), headers: { 'content-type': 'application/json' } })
  }

  /** Replaces all faults, by the control API. */
  async setFaults(...faults: readonly Fault[]): Promise<void> {
    const response = await this.json('PUT', '/_emulator/faults', faults)
    if (!response.ok) throw new Error(`The fault was refused: ${await response.text()}`)
  }

  trap(name: string, init?: RequestInit): Promise<Response> {
    return this.send(`/trap/${name}`, init)
  }
}

/** The name of the error that a promise rejects with. */
export async function rejection(promise: Promise<unknown>): Promise<string> {
  try {
    return `no rejection but ${String(await promise)}`
  } catch (error) {
    return (error as Error).name
  }
}
