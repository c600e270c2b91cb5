// A small client whose tasks share a token, careful about concurrency. Broken ones override a method.
import type { ClientConnection, ClientDriver } from '../../../bin/judges/client/driver.ts'

/** A driver whose tasks share one client. */
export function racingDriver(Client: typeof RacingClient = RacingClient): ClientDriver<RacingClient> {
  return {
    open: (connection) => new Client(connection),
    'get-token': async ({ client }) => {
      await client.newToken()
    },
    'list-environments': async ({ client }) => ({ ids: answeredIds(await client.ask('GET', '/1.13/environments')) }),
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

const answeredIds = (answer: unknown): string[] => (answer as { data: { id: string }[] }).data.map(({ id }) => id)

/** A request without its token. */
export type Call = readonly [method: string, path: string, body?: string]

/** The tokens of an answer. */
export interface Tokens {
  readonly access_token: string
  readonly refresh_token: string
}

/** A client that repeats a refused request once, with a token that is newer than the refused one. */
export class RacingClient {
  protected token: string | undefined
  /** The token that is being asked for, as one was refused. */
  protected renewal: Promise<string> | undefined
  readonly #connection: ClientConnection
  #asked = 0
  #kept = 0

  constructor(connection: ClientConnection) {
    this.#connection = connection
  }

  /** Sends a request, and once more if its token is refused. */
  async ask(...call: Call): Promise<unknown> {
    const used = this.token ?? (await this.renewed(undefined))
    const first = await this.send(used, ...call)
    return await this.read(first.status === 401 ? await this.again(used, call) : first)
  }

  /** Sends a refused request again. */
  protected async again(refused: string, call: Call): Promise<Response> {
    return await this.send(await this.renewed(refused), ...call)
  }

  /** A token other than the refused one. Requests that are refused at the same time wait for the same. */
  protected async renewed(refused: string | undefined): Promise<string> {
    if (this.token !== undefined && this.token !== refused) return this.token
    this.renewal ??= this.renew().finally(() => (this.renewal = undefined))
    return await this.renewal
  }

  protected async renew(): Promise<string> {
    return await this.newToken()
  }

  /** Asks for a token, and keeps it unless one came that was requested later. */
  async newToken(grant?: Readonly<Record<string, string>>): Promise<string> {
    const number = ++this.#asked
    const tokens = await this.requestToken(grant)
    if (number > this.#kept) {
      this.#kept = number
      this.keep(tokens)
    }
    return tokens.access_token
  }

  protected keep({ access_token: token }: Tokens): void {
    this.token = token
  }

  protected async requestToken(grant?: Readonly<Record<string, string>>): Promise<Tokens> {
    const { baseUrl, fetch, credentials } = this.#connection
    const { clientId, clientSecret } = credentials
    const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret, ...grant }
    const answer = await fetch(`${baseUrl}/oauth/token`, { method: 'POST', body: new URLSearchParams(form) })
    return (await this.read(answer)) as Tokens
  }

  protected async send(token: string, ...[method, path, body]: Call): Promise<Response> {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const { baseUrl, fetch } = this.#connection
    return await fetch(`${baseUrl}${path}`, { method, headers, ...(body === undefined ? {} : { body }) })
  }

  protected async read(answer: Response): Promise<unknown> {
    if (!answer.ok) throw Object.assign(new Error('refused'), { status: answer.status })
    return await answer.json()
  }
}
