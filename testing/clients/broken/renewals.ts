import { CarefulClient } from '../careful/client.ts'
import { type Answer, type Call, PlatformError } from '../careful/wire.ts'
import type { BrokenClient } from './broken-client.ts'

/** A client that gets a new token when one expires. What it does then is what is wrong with it. */
abstract class RenewingClient extends CarefulClient {
  protected abstract afterRenewal(open: Call, old: string, refused: Answer): Promise<Answer>

  protected override async call(open: Call): Promise<Answer> {
    const token = await this.accessToken()
    const answer = await this.send(this.authorized(open, token))
    if (!this.isExpired(answer)) return this.accepted(answer)
    await this.renewed(token)
    return await this.afterRenewal(open, token, answer)
  }
}

/** Clients that renew access tokens wrongly when they expire (clause 5.2). */
export const brokenRenewals: readonly BrokenClient[] = [
  {
    name: 'token-never-renewed',
    wrong: 'keeps a token that has expired, and reports the refusal',
    requirement: 'client.expired-token',
    tasks: ['walk-products'],
    client: class extends CarefulClient {
      protected override isExpired(): boolean {
        return false
      }
    },
  },
  {
    name: 'token-dead-resent',
    wrong: 'gets a new token when one expires, and repeats the request with the old one',
    requirement: 'client.expired-token',
    tasks: ['walk-products'],
    client: class extends RenewingClient {
      protected override async afterRenewal(open: Call, old: string): Promise<Answer> {
        return this.accepted(await this.send(this.authorized(open, old)))
      }
    },
  },
  {
    name: 'token-renewal-loses-page',
    wrong: 'gets a new token when one expires, and takes the refused page for an empty one',
    requirement: 'client.expired-token',
    tasks: ['walk-products'],
    client: class extends RenewingClient {
      protected override async afterRenewal(_open: Call, _old: string, refused: Answer): Promise<Answer> {
        return { ...refused, status: 200, text: '{"data":[],"has_more":false}' }
      }
    },
  },
  {
    name: 'token-renewal-starts-over',
    wrong: 'begins a walk again when its token expires, and keeps what it had',
    requirement: 'client.expired-token',
    tasks: ['walk-products'],
    client: class extends CarefulClient {
      protected override async walk(...args: Parameters<CarefulClient['walk']>): Promise<readonly string[]> {
        const kept: string[] = []
        this.onPage = (ids) => kept.push(...ids)
        try {
          return await super.walk(...args)
        } catch (error) {
          if (!(error instanceof PlatformError) || error.status !== this.dialect.unauthenticatedStatus) throw error
          await this.renewed(this.token)
          return [...kept, ...(await super.walk(...args))]
        }
      }
      private onPage: (ids: readonly string[]) => void = () => {}
      protected override isExpired(): boolean {
        return false
      }
      protected override idsOf(list: unknown): readonly string[] {
        const ids = super.idsOf(list)
        this.onPage(ids)
        return ids
      }
    },
  },
  {
    name: 'refresh-with-access-token',
    wrong: 'sends the access token as the refresh token',
    requirement: 'client.refresh-token-issued',
    tasks: ['walk-products'],
    client: class extends CarefulClient {
      protected override refreshForm(): Readonly<Record<string, string>> {
        return super.refreshForm(this.token!)
      }
    },
  },
  {
    name: 'refresh-without-secret',
    wrong: 'refreshes without client_secret',
    requirement: 'client.refresh-request',
    tasks: ['walk-products'],
    client: class extends CarefulClient {
      protected override refreshForm(refreshToken: string): Readonly<Record<string, string>> {
        const { client_secret: _secret, ...form } = super.refreshForm(refreshToken)
        return form
      }
    },
  },
  {
    name: 'refresh-grant-misspelt',
    wrong: 'refreshes with grant_type=refresh',
    requirement: 'client.refresh-request',
    tasks: ['walk-products'],
    client: class extends CarefulClient {
      protected override refreshForm(refreshToken: string): Readonly<Record<string, string>> {
        return { ...super.refreshForm(refreshToken), grant_type: 'refresh' }
      }
    },
  },
  {
    name: 'refresh-as-json',
    wrong: 'asks for its first token with a form, and refreshes with JSON',
    requirement: 'client.refresh-request',
    tasks: ['walk-products'],
    client: class extends CarefulClient {
      protected override tokenRequest(form: Readonly<Record<string, string>>): Call {
        const request = super.tokenRequest(form)
        if (form['grant_type'] !== 'refresh_token') return request
        return { ...request, headers: { 'content-type': 'application/json' }, body: JSON.stringify(form) }
      }
    },
  },
  {
    name: 'refresh-without-client',
    wrong: 'refreshes with the refresh token alone',
    requirement: 'client.refresh-request',
    tasks: ['walk-products'],
    client: class extends CarefulClient {
      protected override refreshForm(refreshToken: string): Readonly<Record<string, string>> {
        return { grant_type: 'refresh_token', refresh_token: refreshToken }
      }
    },
  },
  {
    name: 'refresh-keeps-first',
    wrong: 'keeps the first refresh token, and drops those that come later',
    requirement: 'client.refresh-token-issued',
    tasks: ['walk-products'],
    client: class extends CarefulClient {
      protected override keep(answer: Answer): string {
        const first = this.first
        const token = super.keep(answer)
        this.first = this.refreshToken = first ?? this.refreshToken
        return token
      }
      private first: string | undefined
    },
  },
  {
    name: 'refresh-none-issued',
    wrong: 'refreshes although no refresh token was issued',
    requirement: 'client.refresh-token-issued',
    tasks: ['walk-products'],
    client: class extends CarefulClient {
      protected override async newToken(): Promise<string> {
        if (this.token !== undefined) await this.refreshed(String(this.refreshToken))
        return super.newToken()
      }
    },
  },
  {
    name: 'refresh-refused-gives-up',
    wrong: 'reports a refused refresh, and does not ask anew with its client credentials',
    requirement: 'client.refresh-refused',
    tasks: ['walk-products'],
    client: class extends CarefulClient {
      protected override async refreshed(refreshToken: string): Promise<Answer> {
        return this.accepted(await this.send(this.tokenRequest(this.refreshForm(refreshToken))))
      }
    },
  },
]
