// A small client whose tasks share a token, careful about concurrency unless it has a bug.
import type { ClientConnection, ClientDriver } from '../../../bin/client/driver.ts'

/** What a client may do wrong when requests meet an expired token at the same time. */
export type RacingBug =
  /** Each refused request gets a new token. */
  | 'herd'
  /** A request that is refused while a new token is on its way is given up. */
  | 'lost-retry'
  /** When a new token has come, all requests that are under way are sent again. */
  | 'double-create'

/** A driver whose tasks share one client. */
export function racingDriver(bug?: RacingBug): ClientDriver<RacingClient> {
  return {
    open: (connection) => new RacingClient(connection, bug),
    'list-environments': async ({ client }) => ({ ids: idsOf(await client.ask('GET', '/1.13/environments')) }),
    'create-access-token': async ({ client, input: { name, scopes, expiresAt } }) => {
      const body = JSON.stringify({ name, scopes, expires_at: expiresAt })
      const { id, token } = (await client.ask('POST', '/access-tokens', body)) as { id: string; token: string }
      return { id, secret: token }
    },
    capabilities: async ({ client, input: { adapterConnectionId } }) => {
      const answer = await client.ask('GET', `/services/${adapterConnectionId}/capabilities`)
      return { commands: (answer as { commands: { name: string }[] }).commands.map(({ name }) => name) }
    },
    'get-configuration': async ({ client, input: { scopeId, path } }) => ({
      value: await client.ask('GET', `/1.13/configurations/${scopeId}?path=${encodeURIComponent(path)}`),
    }),
    invoke: async ({ client, input: { adapterConnectionId, command, body } }) => ({
      result: await client.ask('POST', `/services/${adapterConnectionId}/${command}`, JSON.stringify(body)),
    }),
  }
}

const idsOf = (answer: unknown): string[] => (answer as { data: { id: string }[] }).data.map(({ id }) => id)

class RacingClient {
  readonly #connection: ClientConnection
  readonly #bug: RacingBug | undefined
  readonly #underWay = new Set<() => void>()
  #token: Promise<string> | undefined
  #isRenewing = false

  constructor(connection: ClientConnection, bug?: RacingBug) {
    this.#connection = connection
    this.#bug = bug
  }

  async ask(method: string, path: string, body?: string): Promise<unknown> {
    const used = (this.#token ??= this.#newToken())
    const first = await this.#sendMaybeTwice(method, path, body, await used)
    if (first.status !== 401) return await this.#read(first)
    if (this.#bug === 'lost-retry' && this.#isRenewing) throw new Error('unauthenticated')
    // Whoever meets the refusal first gets the new token; the others wait for it.
    if (this.#token === used || this.#bug === 'herd') this.#token = this.#newToken()
    return await this.#read(await this.#send(method, path, body, await this.#token))
  }

  async #read(response: Response): Promise<unknown> {
    if (!response.ok) throw Object.assign(new Error('refused'), { status: response.status })
    return await response.json()
  }

  /** With its bug, it sends what is under way once more when a new token has come. */
  async #sendMaybeTwice(method: string, path: string, body: string | undefined, token: string): Promise<Response> {
    if (this.#bug !== 'double-create') return await this.#send(method, path, body, token)
    return await new Promise((resolve, reject) => {
      const again = (): void => {
        void this.#token?.then((newer) => this.#send(method, path, body, newer)).then(resolve, reject)
      }
      this.#underWay.add(again)
      this.#send(method, path, body, token)
        .finally(() => this.#underWay.delete(again))
        .then(resolve, reject)
    })
  }

  async #send(method: string, path: string, body: string | undefined, token: string): Promise<Response> {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    return await this.#connection.fetch(`${this.#connection.baseUrl}${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body }),
    })
  }

  async #newToken(): Promise<string> {
    const { baseUrl, fetch, credentials } = this.#connection
    const { clientId, clientSecret } = credentials
    this.#isRenewing = true
    const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret }
    const response = await fetch(`${baseUrl}/oauth/token`, { method: 'POST', body: new URLSearchParams(form) })
    const { access_token: token } = (await response.json()) as { access_token: string }
    this.#isRenewing = false
    for (const again of this.#underWay) again()
    return token
  }
}
