// A client of one world of a fleet: oauth4webapi for tokens, curl or fetch for objects, and the official MCP client.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import * as oauth from 'oauth4webapi'
import type { Credentials } from '../../emulator/model/contract/credentials.ts'

/** How a client names its world. */
export type Naming = 'path' | 'header' | 'credentials'

/** The options of a client of one world. */
export interface WorldClientOptions {
  readonly url: string
  readonly world: string
  readonly naming: Naming
  readonly credentials: Credentials
  /** How the OAuth client authenticates. */
  readonly authenticate: (secret: string) => oauth.ClientAuth
  /** Called with the milliseconds of each request. */
  readonly timed: (milliseconds: number) => void
}

/** A client of one world. Each method rejects when an answer is not as it must be. */
export class WorldClient {
  /** The ids of the projects whose creation was acknowledged. */
  readonly acknowledged: string[] = []
  readonly #options: WorldClientOptions
  readonly #base: string
  readonly #headers: Readonly<Record<string, string>>
  #token: string | undefined

  constructor(options: WorldClientOptions) {
    const { url, world, naming } = options
    this.#options = options
    this.#base = naming === 'path' ? `${url}/~${world}` : url
    this.#headers = naming === 'header' ? { 'x-emulator-world': world } : {}
  }

  /** Gets a token, creates a project and reads it back. */
  async step(): Promise<void> {
    this.#token ??= await this.#getToken()
    const id = await this.#create('fetch')
    const response = await this.#ask(`/1.13/projects/${id}`)
    const text = await response.text()
    if (response.status !== 200) throw new Error(`reading back ${id} got ${response.status} ${text}`)
  }

  /** Creates a project with curl. */
  async stepByCurl(): Promise<void> {
    this.#token ??= await this.#getToken()
    await this.#create('curl')
  }

  /** Finds the newest project with the official MCP client. */
  async stepByMcp(): Promise<void> {
    const newest = this.acknowledged.at(-1)
    const client = new Client({ name: 'fleet', version: '1.0.0' })
    const headers = this.#authorized()
    const transport = new StreamableHTTPClientTransport(new URL(`${this.#base}/mcp`), { requestInit: { headers } })
    await client.connect(transport as Parameters<Client['connect']>[0])
    try {
      const { structuredContent } = await client.callTool({ name: 'list_projects', arguments: { limit: 5 } })
      const { data } = structuredContent as { data: { id: string }[] }
      if (newest !== undefined && !data.some(({ id }) => id === newest))
        throw new Error(`MCP lists ${JSON.stringify(data)} without ${newest}`)
    } finally {
      await client.close()
    }
  }

  /** The acknowledged projects that the world no longer has. */
  async lost(): Promise<readonly string[]> {
    const found = new Set<string>()
    let after = ''
    for (;;) {
      const response = await this.#ask(`/1.13/projects?limit=100${after}`)
      const { data, has_more } = (await response.json()) as { data: { id: string }[]; has_more: boolean }
      for (const { id } of data) found.add(id)
      if (!has_more) break
      after = `&starting_after=${data.at(-1)!.id}`
    }
    return this.acknowledged.filter((id) => !found.has(id))
  }

  #authorized(): Record<string, string> {
    return { ...this.#headers, authorization: `Bearer ${this.#token}` }
  }

  async #ask(path: string, init: RequestInit = {}): Promise<Response> {
    const start = performance.now()
    const response = await fetch(`${this.#base}${path}`, {
      ...init,
      headers: { ...this.#authorized(), ...(init.headers as Record<string, string> | undefined) },
    })
    this.#options.timed(performance.now() - start)
    return response
  }

  async #create(by: 'fetch' | 'curl'): Promise<string> {
    const { world } = this.#options
    const body = JSON.stringify({ name: `${world} ${this.acknowledged.length}` })
    const text = by === 'fetch' ? await this.#post(body) : await this.#postByCurl(body)
    const { id } = JSON.parse(text) as { id?: string }
    if (id === undefined) throw new Error(`creating a project got ${text}`)
    this.acknowledged.push(id)
    return id
  }

  async #post(body: string): Promise<string> {
    const headers = { 'content-type': 'application/json' }
    return (await this.#ask('/1.13/projects', { method: 'POST', headers, body })).text()
  }

  async #postByCurl(body: string): Promise<string> {
    const headers = Object.entries({ ...this.#authorized(), 'content-type': 'application/json' })
    const args = ['-sS', ...headers.flatMap(([name, value]) => ['-H', `${name}: ${value}`]), '-d', body]
    return (await promisify(execFile)('curl', [...args, `${this.#base}/1.13/projects`])).stdout
  }

  async #getToken(): Promise<string> {
    const { url, world, naming, credentials, authenticate } = this.#options
    const server: oauth.AuthorizationServer = { issuer: url, token_endpoint: `${this.#base}/oauth/token` }
    const suffix = naming === 'credentials' ? `~${world}` : ''
    const client: oauth.Client = { client_id: `${credentials.clientId}${suffix}` }
    const secret = authenticate(credentials.clientSecret)
    const options = { [oauth.allowInsecureRequests]: true, headers: this.#headers }
    const response = await oauth.clientCredentialsGrantRequest(server, client, secret, {}, options)
    return (await oauth.processClientCredentialsResponse(server, client, response)).access_token
  }
}
