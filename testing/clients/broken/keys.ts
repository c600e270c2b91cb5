import { CarefulClient } from '../careful/client.ts'
import type { OpenCall } from '../careful/tokens.ts'
import type { Call } from '../careful/wire.ts'
import { breaking, type BrokenClient } from './broken-client.ts'

type Credential = 'integrationToken' | 'apiKey' | 'dsn'

/** Sends a credential of the legacy API in another way. */
const keyed = (credential: Credential, write: (value: string) => string): typeof CarefulClient =>
  class extends CarefulClient {
    protected override legacyAuthorization(asked: Credential): string {
      return asked === credential ? write(this.options.credentials[asked]) : super.legacyAuthorization(asked)
    }
  }

/** Returns another address for the browser. `right` is the one that it should be. */
const connecting = (address: (right: string, path: string, code: string, baseUrl: string) => string) =>
  class extends CarefulClient {
    protected override connectAddress(path: string, code: string): string {
      return address(super.connectAddress(path, code), path, code, this.options.baseUrl)
    }
  }

/** Clients that authenticate wrongly on the legacy API, or connect wrongly (clauses 4.3, 5.4 to 5.7). */
export const brokenKeys: readonly BrokenClient[] = [
  ...breaking(
    'client.api-key',
    ['list-projects'],
    [
      'api-key-without-colon',
      'encodes the API key without the colon behind it',
      keyed('apiKey', (key) => `Basic ${btoa(key)}`),
    ],
    [
      'api-key-as-password',
      'sends the API key as the password of an empty user',
      keyed('apiKey', (key) => `Basic ${btoa(`:${key}`)}`),
    ],
    [
      'api-key-with-password',
      'sends the API key as user name and as password',
      keyed('apiKey', (key) => `Basic ${btoa(`${key}:${key}`)}`),
    ],
    [
      'api-key-in-base64url',
      'encodes the API key in the base64 of addresses, without padding',
      keyed(
        'apiKey',
        (key) => `Basic ${btoa(`${key}:`).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}`,
      ),
    ],
    ['api-key-as-bearer', 'sends the API key with the scheme Bearer', keyed('apiKey', (key) => `Bearer ${key}`)],
  ),
  ...breaking(
    'client.dsn',
    ['list-projects'],
    ['dsn-as-bearer', 'sends the DSN with the scheme Bearer', keyed('dsn', (dsn) => `Bearer ${dsn}`)],
    ['dsn-decoded', 'undoes the percent-encoding in the DSN', keyed('dsn', (dsn) => `DSN ${decodeURIComponent(dsn)}`)],
    ['dsn-rewritten', 'writes the DSN as its URL class does', keyed('dsn', (dsn) => `DSN ${new URL(dsn).href}`)],
    ['dsn-encoded', 'encodes the DSN as a part of an address', keyed('dsn', (dsn) => `DSN ${encodeURIComponent(dsn)}`)],
  ),
  ...breaking(
    'client.integration-token',
    ['list-projects'],
    [
      'integration-token-scheme',
      'sends the integration token with the scheme Token',
      keyed('integrationToken', (token) => `Token ${token}`),
    ],
    [
      'integration-token-replaced',
      'sends its OAuth token where it was given an integration token',
      class extends CarefulClient {
        override async listProjects(credential: Credential): ReturnType<CarefulClient['listProjects']> {
          if (credential !== 'integrationToken') return super.listProjects(credential)
          return this.idsOf(this.json(await this.call({ method: 'GET', url: this.address('/0/projects/') })))
        }
      },
    ],
  ),
  ...breaking(
    'client.connect-url',
    ['prepare-connect'],
    [
      'connect-url-relative',
      'returns the address of the browser without the base URL',
      connecting((right, _path, _code, base) => right.slice(base.length)),
    ],
    [
      'connect-base-path-lost',
      'builds the address of the browser without the path of the base URL',
      connecting(
        (_right, path, code, base) => new URL(`${path}/connect?prepare_state=${encodeURIComponent(code)}`, base).href,
      ),
    ],
    [
      'connect-parameter-misnamed',
      'names the parameter of the address as the member of the answer',
      connecting((right) => right.replace('?prepare_state=', '?state=')),
    ],
    [
      'connect-code-not-encoded',
      'writes the state code into the address as it is',
      connecting((right, _path, code) => right.replace(/=.*/, () => `=${code}`)),
    ],
    [
      'connect-opened-itself',
      'opens the address to see whether it works, and so uses its code up',
      class extends CarefulClient {
        override async connectUrl(adapter: string): Promise<string> {
          const url = await super.connectUrl(adapter)
          await this.send({ method: 'GET', url })
          const headers = { 'content-type': 'application/x-www-form-urlencoded' }
          await this.send({ method: 'POST', url, headers, body: 'decision=approve' })
          return url
        }
      },
    ],
  ),
  ...breaking(
    'client.secrets-in-headers',
    ['prepare-connect'],
    [
      'connect-token-in-address',
      'puts the access token into the address of the browser',
      class extends CarefulClient {
        private used = ''
        protected override withAuthorization(open: OpenCall, authorization: string): Call {
          this.used = authorization.replace('Bearer ', '')
          return super.withAuthorization(open, authorization)
        }
        protected override connectAddress(path: string, code: string): string {
          return `${super.connectAddress(path, code)}&access_token=${this.used}`
        }
      },
    ],
  ),
  ...breaking(
    'client.connect-prepare',
    ['prepare-connect'],
    [
      'connect-prepared-by-get',
      'asks for a state code with GET',
      class extends CarefulClient {
        protected override async call(open: Call): ReturnType<CarefulClient['call']> {
          return super.call({ ...open, method: 'GET' })
        }
      },
    ],
    [
      'connect-code-invented',
      'makes a state code of its own',
      class extends CarefulClient {
        override async connectUrl(adapter: string): Promise<string> {
          return this.connectAddress(`/app/${adapter}`, 'a-code-of-its-own')
        }
      },
    ],
  ),
  ...breaking(
    'client.bearer',
    ['prepare-connect'],
    [
      'connect-prepared-anonymously',
      'asks for a state code without a credential',
      class extends CarefulClient {
        protected override authorized(open: Call): Call {
          return open
        }
      },
    ],
  ),
]
