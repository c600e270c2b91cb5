import type { Fault } from '../../emulator/faults/fault.ts'
import type { Facts } from './scene.ts'

/** What a client sees that knows nothing but `fetch`. It runs in Node or in a page; what it saw can be sent from there. */
export interface ClientBehaviour {
  readonly name: string
  readonly observe: (client: Client) => Promise<unknown>
  readonly expected: unknown
  /** What is expected of browsers, where it differs. */
  readonly inBrowser?: unknown
}

export class Client {
  readonly facts: Facts

  constructor(facts: Facts) {
    this.facts = facts
  }

  /** Sends a request below the base URL with the token. `fetch` is the one of this moment. */
  send(path: string, init: RequestInit = {}): Promise<Response> {
    return fetch(`${this.facts.baseUrl}${path}`, {
      ...init,
      headers: { authorization: `Bearer ${this.facts.token}`, ...init.headers },
    })
  }

  json(method: string, path: string, body: unknown): Promise<Response> {
    return this.send(path, { method, body: JSON.stringify(body), headers: { 'content-type': 'application/json' } })
  }

  /** Lets this and nothing else go wrong, by the control API, which takes the same way. */
  async setFaults(...faults: readonly Fault[]): Promise<void> {
    const response = await this.json('PUT', '/_emulator/faults', faults)
    if (!response.ok) throw new Error(`The fault was refused: ${await response.text()}`)
  }

  trap(name: string, init?: RequestInit): Promise<Response> {
    return this.send(`/trap/${name}`, init)
  }
}

/** The name of what something rejects with. */
export async function rejection(promise: Promise<unknown>): Promise<string> {
  try {
    return `no rejection but ${String(await promise)}`
  } catch (error) {
    return (error as Error).name
  }
}
