import { type Call, RacingClient, type Tokens } from './client.ts'
import type { BrokenRacingClient } from './broken-racing-client.ts'

/** Clients that are broken when several requests are refused at a time. */
export const sharedTokenClients: readonly BrokenRacingClient[] = [
  {
    name: 'race-herd',
    wrong: 'gets a new token for each of the requests that meet an expired one (openfga/js-sdk 332)',
    requirement: 'client.refresh-once',
    client: class extends RacingClient {
      protected override async again(_refused: string, call: Call): Promise<Response> {
        return await this.send(await this.newToken(), ...call)
      }
    },
  },
  {
    name: 'race-lost-retry',
    wrong: 'gives a request up that is refused while a new token is on its way',
    requirement: 'client.expired-token',
    client: class extends RacingClient {
      protected override async again(refused: string, call: Call): Promise<Response> {
        if (this.renewal) throw new Error('unauthenticated')
        return await super.again(refused, call)
      }
    },
  },
  {
    name: 'race-late-refusal',
    wrong: 'forgets its token with each refusal, also when the refused one has been replaced',
    requirement: 'client.refresh-once',
    client: class extends RacingClient {
      protected override async again(refused: string, call: Call): Promise<Response> {
        this.token = undefined
        return await super.again(refused, call)
      }
    },
  },
  {
    name: 'race-double-create',
    wrong: 'sends all requests that are under way again when a new token has come, and so creates twice',
    requirement: 'client.writes-once',
    client: class extends RacingClient {
      readonly #underWay = new Set<(token: string) => void>()

      protected override async send(token: string, ...call: Call): Promise<Response> {
        return await new Promise((resolve, reject) => {
          const again = (newer: string): void => void super.send(newer, ...call).then(resolve, reject)
          this.#underWay.add(again)
          super
            .send(token, ...call)
            .finally(() => this.#underWay.delete(again))
            .then(resolve, reject)
        })
      }

      protected override async renew(): Promise<string> {
        const token = await super.renew()
        for (const again of this.#underWay) again(token)
        return token
      }
    },
  },
  {
    name: 'race-used-refresh',
    wrong: 'refreshes with the refresh token that it had when a request began, although it has been used since',
    requirement: 'client.refresh-token-issued',
    client: class extends RacingClient {
      #refreshToken: string | undefined

      protected override keep(tokens: Tokens): void {
        super.keep(tokens)
        this.#refreshToken = tokens.refresh_token
      }

      override async ask(...call: Call): Promise<unknown> {
        const refresh = { grant_type: 'refresh_token', refresh_token: this.#refreshToken! }
        const first = await this.send(this.token ?? (await this.newToken()), ...call)
        if (first.status !== 401) return await this.read(first)
        const token = await this.newToken(refresh).catch(() => this.newToken())
        return await this.read(await this.send(token, ...call))
      }
    },
  },
]
