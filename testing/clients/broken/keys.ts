import { CarefulClient } from '../careful/client.ts'
import type { OpenCall } from '../careful/tokens.ts'
import type { Call } from '../careful/wire.ts'
import type { BrokenClient } from './broken-client.ts'

/** Clients that authenticate wrongly on the legacy API, or connect wrongly (clauses 4.3, 5.4 to 5.7). */
export const brokenKeys: readonly BrokenClient[] = [
  {
    name: 'api-key-without-colon',
    wrong: 'encodes the API key without the colon behind it',
    requirement: 'client.api-key',
    tasks: ['list-projects'],
    client: class extends CarefulClient {
      protected override legacyAuthorization(credential: 'integrationToken' | 'apiKey' | 'dsn'): string {
        const { apiKey } = this.options.credentials
        return credential === 'apiKey' ? `Basic ${btoa(apiKey)}` : super.legacyAuthorization(credential)
      }
    },
  },
  {
    name: 'api-key-as-password',
    wrong: 'sends the API key as the password of an empty user',
    requirement: 'client.api-key',
    tasks: ['list-projects'],
    client: class extends CarefulClient {
      protected override legacyAuthorization(credential: 'integrationToken' | 'apiKey' | 'dsn'): string {
        const { apiKey } = this.options.credentials
        return credential === 'apiKey' ? `Basic ${btoa(`:${apiKey}`)}` : super.legacyAuthorization(credential)
      }
    },
  },
  {
    name: 'api-key-with-password',
    wrong: 'sends the API key as user name and as password',
    requirement: 'client.api-key',
    tasks: ['list-projects'],
    client: class extends CarefulClient {
      protected override legacyAuthorization(credential: 'integrationToken' | 'apiKey' | 'dsn'): string {
        const { apiKey } = this.options.credentials
        return credential === 'apiKey' ? `Basic ${btoa(`${apiKey}:${apiKey}`)}` : super.legacyAuthorization(credential)
      }
    },
  },
  {
    name: 'api-key-as-bearer',
    wrong: 'sends the API key with the scheme Bearer',
    requirement: 'client.api-key',
    tasks: ['list-projects'],
    client: class extends CarefulClient {
      protected override legacyAuthorization(credential: 'integrationToken' | 'apiKey' | 'dsn'): string {
        const { apiKey } = this.options.credentials
        return credential === 'apiKey' ? `Bearer ${apiKey}` : super.legacyAuthorization(credential)
      }
    },
  },
  {
    name: 'dsn-as-bearer',
    wrong: 'sends the DSN with the scheme Bearer',
    requirement: 'client.dsn',
    tasks: ['list-projects'],
    client: class extends CarefulClient {
      protected override legacyAuthorization(credential: 'integrationToken' | 'apiKey' | 'dsn'): string {
        return super.legacyAuthorization(credential).replace('DSN ', 'Bearer ')
      }
    },
  },
  {
    name: 'dsn-encoded',
    wrong: 'encodes the DSN as a part of an address',
    requirement: 'client.dsn',
    tasks: ['list-projects'],
    client: class extends CarefulClient {
      protected override legacyAuthorization(credential: 'integrationToken' | 'apiKey' | 'dsn'): string {
        const { dsn } = this.options.credentials
        return credential === 'dsn' ? `DSN ${encodeURIComponent(dsn)}` : super.legacyAuthorization(credential)
      }
    },
  },
  {
    name: 'integration-token-scheme',
    wrong: 'sends the integration token with the scheme Token',
    requirement: 'client.integration-token',
    tasks: ['list-projects'],
    client: class extends CarefulClient {
      protected override legacyAuthorization(credential: 'integrationToken' | 'apiKey' | 'dsn'): string {
        return super.legacyAuthorization(credential).replace('Bearer ', 'Token ')
      }
    },
  },
  {
    name: 'integration-token-replaced',
    wrong: 'sends its OAuth token where it was given an integration token',
    requirement: 'client.integration-token',
    tasks: ['list-projects'],
    client: class extends CarefulClient {
      override async listProjects(
        credential: 'integrationToken' | 'apiKey' | 'dsn',
      ): ReturnType<CarefulClient['listProjects']> {
        if (credential !== 'integrationToken') return super.listProjects(credential)
        return this.idsOf(this.json(await this.call({ method: 'GET', url: this.address('/0/projects/') })))
      }
    },
  },
  {
    name: 'connect-url-relative',
    wrong: 'returns the address of the browser without the base URL',
    requirement: 'client.connect-url',
    tasks: ['prepare-connect'],
    client: class extends CarefulClient {
      protected override connectAddress(path: string, code: string): string {
        return super.connectAddress(path, code).slice(this.options.baseUrl.length)
      }
    },
  },
  {
    name: 'connect-base-path-lost',
    wrong: 'builds the address of the browser without the path of the base URL',
    requirement: 'client.connect-url',
    tasks: ['prepare-connect'],
    client: class extends CarefulClient {
      protected override connectAddress(path: string, code: string): string {
        return new URL(`${path}/connect?prepare_state=${encodeURIComponent(code)}`, this.options.baseUrl).href
      }
    },
  },
  {
    name: 'connect-parameter-misnamed',
    wrong: 'names the parameter of the address as the member of the answer',
    requirement: 'client.connect-url',
    tasks: ['prepare-connect'],
    client: class extends CarefulClient {
      protected override connectAddress(path: string, code: string): string {
        return this.address(`${path}/connect`, { state: code })
      }
    },
  },
  {
    name: 'connect-code-not-encoded',
    wrong: 'writes the state code into the address as it is',
    requirement: 'client.connect-url',
    tasks: ['prepare-connect'],
    client: class extends CarefulClient {
      protected override connectAddress(path: string, code: string): string {
        return `${this.address(`${path}/connect`)}?prepare_state=${code}`
      }
    },
  },
  {
    name: 'connect-token-in-address',
    wrong: 'puts the access token into the address of the browser',
    requirement: 'client.secrets-in-headers',
    tasks: ['prepare-connect'],
    client: class extends CarefulClient {
      private used = ''
      protected override withAuthorization(open: OpenCall, authorization: string): Call {
        this.used = authorization.replace('Bearer ', '')
        return super.withAuthorization(open, authorization)
      }
      protected override connectAddress(path: string, code: string): string {
        return `${super.connectAddress(path, code)}&access_token=${this.used}`
      }
    },
  },
  {
    name: 'connect-opened-itself',
    wrong: 'opens the address to see whether it works, and so uses its code up',
    requirement: 'client.connect-url',
    tasks: ['prepare-connect'],
    client: class extends CarefulClient {
      override async connectUrl(adapter: string): Promise<string> {
        const url = await super.connectUrl(adapter)
        await this.send({ method: 'GET', url })
        const headers = { 'content-type': 'application/x-www-form-urlencoded' }
        await this.send({ method: 'POST', url, headers, body: 'decision=approve' })
        return url
      }
    },
  },
  {
    name: 'connect-prepared-by-get',
    wrong: 'asks for a state code with GET',
    requirement: 'client.connect-prepare',
    tasks: ['prepare-connect'],
    client: class extends CarefulClient {
      protected override async call(open: Call): ReturnType<CarefulClient['call']> {
        return super.call({ ...open, method: 'GET' })
      }
    },
  },
  {
    name: 'connect-prepared-anonymously',
    wrong: 'asks for a state code without a credential',
    requirement: 'client.bearer',
    tasks: ['prepare-connect'],
    client: class extends CarefulClient {
      protected override authorized(open: Call): Call {
        return open
      }
    },
  },
  {
    name: 'connect-code-invented',
    wrong: 'makes a state code of its own',
    requirement: 'client.connect-prepare',
    tasks: ['prepare-connect'],
    client: class extends CarefulClient {
      override async connectUrl(adapter: string): Promise<string> {
        return this.connectAddress(`/app/${adapter}`, 'a-code-of-its-own')
      }
    },
  },
]
