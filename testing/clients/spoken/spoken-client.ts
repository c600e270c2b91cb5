import { CarefulClient, type NewAccessToken } from '../careful/client.ts'
import type { ListPage } from '../careful/lists.ts'
import { type Answer, type ClientOptions, PlatformError } from '../careful/wire.ts'
import { type ListKind, type ServiceForms, unreadable } from './service-forms.ts'

/** The careful client for a service whose forms its author knows. */
export class SpokenClient extends CarefulClient {
  readonly #forms: ServiceForms

  constructor(options: ClientOptions, forms: ServiceForms) {
    super(options)
    this.#forms = forms
  }

  protected override readPage(answer: Answer, plural: string): ListPage {
    const { records, hasMore } = this.#forms.page(this.json(answer), plural.replace(/s$/, '') as ListKind)
    const ids = this.idsOf(records)
    return { ids, hasMore: hasMore === undefined ? ids.length > 0 : hasMore !== false && hasMore !== null }
  }

  protected override legacyIds(answer: Answer): readonly string[] {
    const kind = new URL(answer.url).pathname.includes('/issues/') ? 'event' : 'group'
    return this.idsOf(this.#forms.legacyPage(this.json(answer), kind))
  }

  protected override object(answer: Answer, singular: string): unknown {
    const json = this.json(answer)
    return singular === 'configuration' ? this.#forms.value(json) : this.#forms.token(json)
  }

  override async createAccessToken(token: NewAccessToken): Promise<{ id: string; secret: string }> {
    const made = this.#forms.created(
      this.json(await this.post(this.dialect.accessTokensPath, this.newTokenBody(token))),
    )
    const { secret } = made
    const { expires_at: expiry } = this.members(made.token)
    if (!this.#forms.isExpiry(expiry)) unreadable(`expires_at has another form: ${JSON.stringify(expiry)}`)
    return typeof secret === 'string'
      ? { id: this.idOf(made.token), secret }
      : unreadable('The answer has no secret where one should be.')
  }

  override async connectUrl(adapter: string): Promise<string> {
    const path = `/app/${encodeURIComponent(adapter)}`
    const answer = await this.call({ method: 'POST', url: this.address(`${path}/prepare-connect`) })
    const code = this.#forms.stateCode(this.json(answer))
    return typeof code === 'string' ? this.connectAddress(path, code) : unreadable('The state code is no text.')
  }

  override async capabilities(connectionId: string): Promise<readonly string[]> {
    const url = this.address(`/services/${encodeURIComponent(connectionId)}/capabilities`)
    const names = this.#forms.commands(this.json(await this.call({ method: 'GET', url })))
    return names.map((name) => (typeof name === 'string' ? name : unreadable('A command has no name.')))
  }

  override async listProjects(credential: 'integrationToken' | 'apiKey' | 'dsn'): Promise<readonly string[]> {
    const open = { method: 'GET', url: this.address('/0/projects/') }
    const call = this.withAuthorization(open, this.legacyAuthorization(credential))
    return this.idsOf(this.#forms.projects(this.json(this.accepted(await this.send(call)))))
  }

  /** The values of the filter `status` of products, as listed by a refusal. */
  async allowedStatuses(catalogId: string): Promise<unknown> {
    const url = this.address(this.products(catalogId), { status: 'none of them' })
    const answer = await this.send(this.authorized({ method: 'GET', url }, await this.accessToken()))
    if (answer.status !== 400) throw new PlatformError('not refused', `The filter was answered with ${answer.status}.`)
    return this.#forms.allowed(this.json(answer))
  }

  protected override isExpired({ status, url }: Answer): boolean {
    const { pathname } = new URL(url)
    return (
      status === this.#forms.expired(pathname.slice(new URL(this.options.baseUrl).pathname.replace(/\/$/, '').length))
    )
  }

  protected override keep(answer: Answer): string {
    return super.keep({ ...answer, text: JSON.stringify(this.#forms.issued(this.json(answer))) })
  }
}
