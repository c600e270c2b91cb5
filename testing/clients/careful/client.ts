import { Lists } from './lists.ts'
import { type Answer, PlatformError, type Query } from './wire.ts'

/** The filters of a walk of products. */
export interface ProductFilters {
  readonly brand?: string
  readonly category?: string
  readonly status?: string
  readonly search?: string
}

/** A new personal access token. `scopes` and `expiresAt` have the form of the wire. */
export interface NewAccessToken {
  readonly name: string
  readonly scopes: readonly unknown[]
  readonly expiresAt: unknown
}

/** A client of the Platform Data API as a careful author writes it. Broken clients override one of its methods. */
export class CarefulClient extends Lists {
  async authenticate(): Promise<void> {
    await this.accessToken()
  }

  async listEnvironments(): Promise<readonly string[]> {
    const { ids } = await this.page(this.versioned('/environments'), 'environments')
    return ids
  }

  walkProducts(catalogId: string, filters: ProductFilters, pageSize?: number): Promise<readonly string[]> {
    return this.walk(this.products(catalogId), 'products', this.productQuery(filters, pageSize))
  }

  protected productQuery(filters: ProductFilters, pageSize?: number): Query {
    return { ...filters, limit: pageSize }
  }

  walkProductsBack(catalogId: string, from: string): Promise<readonly string[]> {
    return this.walkBack(this.products(catalogId), 'products', from)
  }

  async configuration(scopeId: string, path: string): Promise<unknown> {
    const url = this.address(this.versioned(`/configurations/${encodeURIComponent(scopeId)}`), { path })
    return this.object(await this.call({ method: 'GET', url }), 'configuration')
  }

  async createAccessToken(token: NewAccessToken): Promise<{ id: string; secret: string }> {
    const answer = await this.post(this.dialect.accessTokensPath, this.newTokenBody(token))
    const created = this.members(this.object(answer, 'access_token'))
    return { id: this.idOf(created), secret: this.text(created, this.dialect.secretName) }
  }

  protected newTokenBody({ name, scopes, expiresAt }: NewAccessToken): object {
    return { name, scopes, expires_at: expiresAt }
  }

  async renameAccessToken(id: string, name: string): Promise<string> {
    const answer = await this.post(`${this.dialect.accessTokensPath}/${encodeURIComponent(id)}`, { name })
    return this.text(this.members(this.object(answer, 'access_token')), 'name')
  }

  async revokeAccessToken(id: string): Promise<void> {
    await this.call({
      method: 'DELETE',
      url: this.address(`${this.dialect.accessTokensPath}/${encodeURIComponent(id)}`),
    })
  }

  /** Lists the environments with a personal access token. It is never renewed. */
  async listEnvironmentsWith(secret: string): Promise<readonly string[]> {
    const open = { method: 'GET', url: this.address(this.versioned('/environments')) }
    return this.readPage(this.accepted(await this.send(this.authorized(open, secret))), 'environments').ids
  }

  /** The address at which a person connects an adapter. */
  async connectUrl(adapter: string): Promise<string> {
    const path = `/app/${encodeURIComponent(adapter)}`
    const answer = await this.call({ method: 'POST', url: this.address(`${path}/prepare-connect`) })
    const { stateCodeName } = this.dialect
    if (typeof stateCodeName !== 'string') throw new Error('This client reads a state code by its name alone.')
    const code = this.text(this.members(this.json(answer)), stateCodeName)
    return this.connectAddress(path, code)
  }

  protected connectAddress(path: string, code: string): string {
    return this.address(`${path}/connect`, { prepare_state: code })
  }

  async invoke(connectionId: string, command: string, body: unknown): Promise<unknown> {
    const path = `/services/${encodeURIComponent(connectionId)}/${encodeURIComponent(command)}`
    return this.json(await this.post(path, body))
  }

  async capabilities(connectionId: string): Promise<readonly string[]> {
    const url = this.address(`/services/${encodeURIComponent(connectionId)}/capabilities`)
    const body = this.members(this.json(await this.call({ method: 'GET', url })))
    if (this.dialect.capabilities === 'map') return Object.keys(body)
    if (!Array.isArray(body['commands'])) throw new PlatformError('unreadable', 'The answer has no list of commands.')
    return body['commands'].map((command) => this.text(this.members(command), 'name'))
  }

  async listProjects(credential: 'integrationToken' | 'apiKey' | 'dsn'): Promise<readonly string[]> {
    const open = { method: 'GET', url: this.address('/0/projects/') }
    const call = this.withAuthorization(open, this.legacyAuthorization(credential))
    const json = this.json(this.accepted(await this.send(call)))
    return this.dialect.legacyProjects === 'object' && !Array.isArray(json) ? [this.idOf(json)] : this.idsOf(json)
  }

  protected legacyAuthorization(credential: 'integrationToken' | 'apiKey' | 'dsn'): string {
    const { integrationToken, apiKey, dsn } = this.options.credentials
    if (credential === 'apiKey') return `Basic ${btoa(`${apiKey}:`)}`
    return credential === 'dsn' ? `DSN ${dsn}` : `Bearer ${integrationToken}`
  }

  walkGroups(projectId: string): Promise<readonly string[]> {
    return this.walkLinks(this.address(`/0/projects/${encodeURIComponent(projectId)}/groups/`))
  }

  walkEvents(issueId: string): Promise<readonly string[]> {
    return this.walkLinks(this.events(issueId))
  }

  /** The events since the page whose Link header was kept. */
  pollEvents(issueId: string, after: string): Promise<readonly string[]> {
    return this.walkLinks(this.target(this.nextLink(after), this.events(issueId)))
  }

  protected events(issueId: string): string {
    return this.address(`/0/issues/${encodeURIComponent(issueId)}/events/`)
  }

  protected products(catalogId: string): string {
    return this.versioned(`/pulse/catalogs/${encodeURIComponent(catalogId)}/products`)
  }

  protected versioned(path: string): string {
    return `/${this.dialect.versions[0]}${path}`
  }

  protected post(path: string, body: unknown): Promise<Answer> {
    return this.call({
      method: 'POST',
      url: this.address(path),
      headers: { 'content-type': 'application/json' },
      body: this.bodyText(body),
    })
  }

  protected bodyText(body: unknown): string {
    return JSON.stringify(body)
  }

  /** The object of an answer, without its envelope. */
  protected object(answer: Answer, singular: string): unknown {
    const json = this.json(answer)
    const { objectEnvelope } = this.dialect
    return objectEnvelope === 'bare' ? json : this.members(json)[objectEnvelope === 'data' ? 'data' : singular]
  }

  protected text(object: Readonly<Record<string, unknown>>, name: string): string {
    const value = object[name]
    if (typeof value === 'string') return value
    throw new PlatformError('unreadable', `The answer has no text ${name}.`)
  }
}
