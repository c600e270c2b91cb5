import { type Answer, type Call, PlatformError, Wire } from './wire.ts'

/** A request without its credential. */
export type OpenCall = Call

/** Gets access tokens, keeps them, and gets new ones when they expire (clause 5.2). */
export class Tokens extends Wire {
  protected token: string | undefined
  protected refreshToken: string | undefined
  /** The token that is being asked for. Requests that need one at the same time wait for the same. */
  protected renewal: Promise<string> | undefined

  /** Sends a request with the access token, and once more with a new one if it has expired. */
  protected async call(open: OpenCall): Promise<Answer> {
    const token = await this.accessToken()
    const answer = await this.send(this.authorized(open, token))
    if (!this.isExpired(answer)) return this.accepted(answer)
    return this.accepted(await this.send(this.authorized(open, await this.renewed(token))))
  }

  protected async accessToken(): Promise<string> {
    return this.token ?? this.renewed(undefined)
  }

  protected isExpired({ status }: Answer): boolean {
    return status === this.dialect.unauthenticatedStatus
  }

  /** The next token after one that was refused. */
  protected async renewed(refused: string | undefined): Promise<string> {
    if (this.token !== undefined && this.token !== refused) return this.token
    this.renewal ??= this.newToken().finally(() => {
      this.renewal = undefined
    })
    return this.renewal
  }

  protected async newToken(): Promise<string> {
    const refreshed = this.refreshToken === undefined ? undefined : await this.refreshed(this.refreshToken)
    return this.keep(refreshed ?? this.accepted(await this.send(this.tokenRequest(this.clientForm()))))
  }

  /** The answer to a refresh; undefined when it was refused. */
  protected async refreshed(refreshToken: string): Promise<Answer | undefined> {
    const answer = await this.send(this.tokenRequest(this.refreshForm(refreshToken)))
    if (answer.status !== 400 && answer.status !== this.dialect.unauthenticatedStatus && answer.status !== 401)
      return this.accepted(answer)
    this.refreshToken = undefined
    return undefined
  }

  /** Keeps the tokens of an answer. A refresh token holds on if the answer has no other. */
  protected keep(answer: Answer): string {
    const { access_token: token, refresh_token: refreshToken } = this.json(answer) as Record<string, unknown>
    if (typeof token !== 'string') throw new PlatformError('unreadable', 'The answer has no access_token.')
    if (typeof refreshToken === 'string') this.refreshToken = refreshToken
    this.token = token
    return token
  }

  protected clientForm(): Readonly<Record<string, string>> {
    const { clientId, clientSecret } = this.options.credentials
    return { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret }
  }

  protected refreshForm(refreshToken: string): Readonly<Record<string, string>> {
    return { ...this.clientForm(), grant_type: 'refresh_token', refresh_token: refreshToken }
  }

  protected tokenRequest(form: Readonly<Record<string, string>>): Call {
    return {
      method: 'POST',
      url: this.address('/oauth/token'),
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
      body: new URLSearchParams(form).toString(),
    }
  }

  protected authorized(open: OpenCall, token: string): Call {
    return this.withAuthorization(open, `Bearer ${token}`)
  }

  protected withAuthorization(open: OpenCall, authorization: string): Call {
    return { ...open, headers: { accept: 'application/json', ...open.headers, authorization } }
  }
}
