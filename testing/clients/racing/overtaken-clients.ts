import { type Call, RacingClient, type Tokens } from './client.ts'
import type { BrokenRacingClient } from './broken-racing-client.ts'

/** Clients that are broken only when one answer overtakes another. */
export const overtakenClients: readonly BrokenRacingClient[] = [
  {
    name: 'race-late-token',
    wrong: 'keeps the token that came last, also when it was asked for before the one in place',
    requirement: 'client.expired-token',
    client: class extends RacingClient {
      override async newToken(): Promise<string> {
        const tokens = await this.requestToken()
        this.keep(tokens)
        return tokens.access_token
      }
    },
  },
  {
    name: 'race-refresh-lost',
    wrong: 'takes a refused refresh for the end, although another one with the same refresh token is under way',
    requirement: 'client.refresh-refused',
    client: class extends RacingClient {
      #refreshToken: string | undefined

      protected override keep(tokens: Tokens): void {
        super.keep(tokens)
        this.#refreshToken = tokens.refresh_token
      }

      protected override async again(refused: string, call: Call): Promise<Response> {
        const refresh = { grant_type: 'refresh_token', refresh_token: this.#refreshToken! }
        if (this.token === refused)
          try {
            await this.newToken(refresh)
          } catch (error) {
            if (this.token === refused) throw error
          }
        return await this.send(this.token!, ...call)
      }
    },
  },
  {
    name: 'race-late-success',
    wrong: 'keeps the token of the request that last succeeded, also when a newer one is in place',
    requirement: 'client.refresh-once',
    client: class extends RacingClient {
      protected override async send(token: string, ...call: Call): Promise<Response> {
        const answer = await super.send(token, ...call)
        if (answer.ok) this.token = token
        return answer
      }
    },
  },
  {
    name: 'race-success-unlocks',
    wrong: 'takes any success for the end of a renewal, and so begins another one',
    requirement: 'client.refresh-once',
    client: class extends RacingClient {
      protected override async send(token: string, ...call: Call): Promise<Response> {
        const answer = await super.send(token, ...call)
        if (answer.ok) this.renewal = undefined
        return answer
      }
    },
  },
]
