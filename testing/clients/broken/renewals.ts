import { CarefulClient } from '../careful/client.ts'
import { type Answer, type Call, PlatformError } from '../careful/wire.ts'
import { breaking, type BrokenClient } from './broken-client.ts'

type Form = Readonly<Record<string, string>>

/** Gets a new token when one expires, and continues otherwise than by repeating the request with it. */
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

/** Refreshes with another form. `access` is the access token that it has. */
const refreshing = (change: (form: Form, access: string) => Form): typeof CarefulClient =>
  class extends CarefulClient {
    protected override refreshForm(refreshToken: string): Form {
      return change(super.refreshForm(refreshToken), this.token!)
    }
  }

/** Clients that renew access tokens wrongly when they expire (clause 5.2). */
export const brokenRenewals: readonly BrokenClient[] = [
  ...breaking(
    'client.expired-token',
    ['walk-products'],
    [
      'token-never-renewed',
      'keeps a token that has expired, and reports the refusal',
      class extends CarefulClient {
        protected override isExpired(): boolean {
          return false
        }
      },
    ],
    [
      'token-dead-resent',
      'gets a new token when one expires, and repeats the request with the old one',
      class extends RenewingClient {
        protected override async afterRenewal(open: Call, old: string): Promise<Answer> {
          return this.accepted(await this.send(this.authorized(open, old)))
        }
      },
    ],
    [
      'token-renewal-loses-page',
      'gets a new token when one expires, and takes the refused page for an empty one',
      class extends RenewingClient {
        protected override async afterRenewal(_open: Call, _old: string, refused: Answer): Promise<Answer> {
          return { ...refused, status: 200, text: '{"data":[],"has_more":false}' }
        }
      },
    ],
    [
      'token-renewal-starts-over',
      'begins a walk again when its token expires, and keeps what it had',
      class extends CarefulClient {
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
    ],
  ),
  ...breaking(
    'client.refresh-token-issued',
    ['walk-products'],
    [
      'refresh-with-access-token',
      'sends the access token as the refresh token',
      refreshing((form, access) => ({ ...form, refresh_token: access })),
    ],
    [
      'refresh-not-encoded',
      'writes the refresh token into the form without encoding it',
      class extends CarefulClient {
        protected override tokenRequest(form: Form): Call {
          const { refresh_token: sent, ...others } = form
          const right = super.tokenRequest(sent === undefined ? form : others)
          return sent === undefined ? right : { ...right, body: `${right.body}&refresh_token=${sent}` }
        }
      },
    ],
    [
      'refresh-keeps-first',
      'keeps the first refresh token, and drops those that come later',
      class extends CarefulClient {
        protected override keep(answer: Answer): string {
          const first = this.first
          const token = super.keep(answer)
          this.first = this.refreshToken = first ?? this.refreshToken
          return token
        }
        private first: string | undefined
      },
    ],
    [
      'refresh-none-issued',
      'refreshes although no refresh token was issued',
      class extends CarefulClient {
        protected override async newToken(): Promise<string> {
          if (this.token !== undefined) await this.refreshed(String(this.refreshToken))
          return super.newToken()
        }
      },
    ],
  ),
  ...breaking(
    'client.refresh-request',
    ['walk-products'],
    [
      'refresh-without-secret',
      'refreshes without client_secret',
      refreshing(({ client_secret: _secret, ...form }) => form),
    ],
    [
      'refresh-grant-misspelt',
      'refreshes with grant_type=refresh',
      refreshing((form) => ({ ...form, grant_type: 'refresh' })),
    ],
    [
      'refresh-as-json',
      'asks for its first token with a form, and refreshes with JSON',
      class extends CarefulClient {
        protected override tokenRequest(form: Form): Call {
          const request = super.tokenRequest(form)
          if (form['grant_type'] !== 'refresh_token') return request
          return { ...request, headers: { 'content-type': 'application/json' }, body: JSON.stringify(form) }
        }
      },
    ],
    [
      'refresh-without-client',
      'refreshes with only the refresh token',
      refreshing(({ client_id: _id, client_secret: _secret, ...form }) => form),
    ],
  ),
  ...breaking(
    'client.refresh-refused',
    ['walk-products'],
    [
      'refresh-refused-gives-up',
      'reports a refused refresh, and does not ask again with its client credentials',
      class extends CarefulClient {
        protected override async refreshed(refreshToken: string): Promise<Answer> {
          return this.accepted(await this.send(this.tokenRequest(this.refreshForm(refreshToken))))
        }
      },
    ],
  ),
]
