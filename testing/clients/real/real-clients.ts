// Clients from the registry as their documentation shows them, and what they are found to do. What a library leaves to
// its user is done in the plainest way.
import type { ClientRequirementId } from '../../../conformance/client/catalogue/requirements.ts'
import { kyDriver } from './drivers/ky.ts'
import { oauth4webapiDriver } from './drivers/oauth4webapi.ts'
import { openapiFetch } from './drivers/openapi-fetch.ts'
import type { RealClient } from './real-client.ts'

/** Something that the judge says of a client, which was checked by hand against the specification and its code. */
export interface RealFinding {
  readonly verdict: 'fail' | 'advice'
  readonly requirement: ClientRequirementId
  /** The scenarios that show it; only `plain` if the plain runs do. */
  readonly in: readonly string[]
  /** The member of every message. */
  readonly message: string
  /** Why, in the client. */
  readonly why: string
}

const renewals = [
  'no-refresh-token',
  'refresh-refused',
  'token-expires-at-request',
  'token-expires-mid-walk',
  'tokens-expire-often',
]

function neverRenewed(why: string, among: readonly string[] = renewals): RealFinding {
  const message = 'expected a request for a new token; got none after the refusal'
  return { verdict: 'fail', requirement: 'client.expired-token', in: among, message, why }
}

/** Drivers of clients that only get tokens have no walk. */
const atOnce = ['token-expires-at-request']

const noCredentialsInForm = (why: string): RealFinding => ({
  verdict: 'fail',
  requirement: 'client.token-request',
  in: ['plain'],
  message: 'expected client_id=client+/=&%_',
  why,
})

/** A client with what is known of it. */
interface JudgedClient extends RealClient {
  readonly found: readonly RealFinding[]
  /** True if it waits as long as Retry-After says and repeats a read. Default: no. */
  readonly waits?: boolean
}

export const realClients: readonly JudgedClient[] = [
  {
    name: 'openapi-fetch',
    driver: openapiFetch,
    found: [neverRenewed('It has no retry. Its middleware sets a token, and what a 401 means is left to its user.')],
  },
  {
    name: 'ky',
    driver: kyDriver('none'),
    waits: true,
    found: [neverRenewed('It retries 408, 413, 429 and 5xx by itself. 401 is left to its user.')],
  },
  {
    name: 'ky, renewing in beforeRetry',
    driver: kyDriver('beforeRetry'),
    found: [
      neverRenewed('It retries no POST, so the renewal that its FAQ shows is only for reads and DELETE.', atOnce),
    ],
  },
  { name: 'ky, renewing in afterResponse', driver: kyDriver('afterResponse'), waits: true, found: [] },
  {
    name: 'oauth4webapi, ClientSecretPost',
    driver: oauth4webapiDriver('ClientSecretPost'),
    found: [
      neverRenewed('It sends single requests. When to ask for another token is left to its user.', atOnce),
      {
        verdict: 'advice',
        requirement: 'client.redirects',
        in: ['slash-redirect'],
        message: 'expected a value; got the error {"kind":"refused","status":308}',
        why: '`protectedResourceRequest` sends with `redirect: "manual"`, so that no credential follows a redirect.',
      },
    ],
  },
  {
    name: 'oauth4webapi, ClientSecretBasic',
    driver: oauth4webapiDriver('ClientSecretBasic'),
    found: [
      neverRenewed('As with ClientSecretPost.', atOnce),
      noCredentialsInForm('It sends client_id and client_secret by Basic authentication, not in the form.'),
    ],
  },
]
