import type { StoredClient, StoredCredential } from '../../model/contract/stored-records.ts'
import type { Credentials } from '../../model/contract/credentials.ts'
import { hashSecret } from '../../tools/hash.ts'
import { Random } from '../../tools/random.ts'
import type { WorldAccess } from '../../model/contract/world-access.ts'
import { allScopes } from './scopes.ts'

/** The parts of a world that decide its credentials, in addition to its seed. */
interface CredentialSamples {
  /** The project that the API key and the DSN are bound to. */
  readonly apiKeyProjectId?: string | undefined
  /** True if credentials contain special characters, to test forms, headers and base64. */
  readonly oddSecrets?: boolean
}

/** Derives the credentials from a seed. They are the same on every machine, so tests can contain them. */
export function deriveCredentials(
  seed: number,
  { apiKeyProjectId = '', oddSecrets = false }: CredentialSamples = {},
): Credentials {
  const random = new Random(seed ^ 0x5ec2e7)
  const [ofForm, ofKey, ofAddress] = oddSecrets ? [formSigns, '>>>???>', 'key-.~%2B!=,_'] : ['', '', '']
  const bearer = oddSecrets ? oddBearer : plainBearer
  // The prefix up to the first underscore is not secret.
  return {
    clientId: `client${ofForm}_${random.text(20)}`,
    clientSecret: `secret${ofForm}_${random.text(40)}`,
    token: bearer('pat', random.text(40)),
    integrationToken: bearer('int', random.text(40)),
    apiKey: `${ofKey}${random.text(32)}`,
    apiKeyProjectId,
    dsn: `https://${ofAddress}${random.text(32)}@ingest.platform-data.invalid/${apiKeyProjectId}`,
  }
}

/** Characters that a form must encode. */
const formSigns = '+/=&%'
/** Characters that a header carries unencoded (RFC 6750 section 2.1). The name of a world must not follow `~`. */
const headerSigns = '-.~+/'

type MakeSecret = (prefix: string, secret: string) => string

const plainBearer: MakeSecret = (prefix, secret) => `${prefix}_${secret}`
const oddBearer: MakeSecret = (prefix, secret) => `${prefix}${headerSigns}_${secret}==`

/** Makes new tokens, for headers and for forms. They have special characters if the given credential has them. */
export function secretsLike(credential: string): { readonly bearer: MakeSecret; readonly inForm: MakeSecret } {
  const isOdd = [formSigns, headerSigns].some((signs) => credential.includes(`${signs}_`))
  return isOdd
    ? { bearer: oddBearer, inForm: (prefix, secret) => `${prefix}${formSigns}_${secret}` }
    : { bearer: plainBearer, inForm: plainBearer }
}

/** The owner of the credentials of a new world. */
const defaultUser = 'user_default'

const year = 365 * 86_400_000

/** Stores the credentials of a new world that it does not have yet. The personal access token lasts a year from now. */
export function issueCredentials(world: WorldAccess, credentials: Credentials): void {
  const common = { user_id: defaultUser, scopes: allScopes, expires_at: null, project_id: null }
  const store = (credential: StoredCredential | StoredClient): unknown =>
    world.get('credentials', credential.id) ?? world.insert('credentials', credential)
  const now = Math.floor(world.clock.now() / 1000) * 1000
  const bearer = `bearer:${hashSecret(credentials.token)}`
  if (!world.get('credentials', bearer)) {
    const id = world.nextId()
    world.insert('access_tokens', {
      id,
      name: 'Default token',
      scopes: allScopes,
      expires_at: now + year,
      user_id: defaultUser,
      created_at: world.timestamp(),
    })
    store({ ...common, id: bearer, kind: 'personalAccessToken', owner_id: id, expires_at: now + year })
  }
  store({
    ...common,
    id: `bearer:${hashSecret(credentials.integrationToken)}`,
    kind: 'integrationToken',
    owner_id: 'integration_default',
  })
  store({
    ...common,
    id: `client:${credentials.clientId}`,
    kind: 'oauthClient',
    owner_id: 'account_default',
    secret_hash: hashSecret(credentials.clientSecret),
  })
  if (world.get('projects', credentials.apiKeyProjectId)) {
    store({
      ...common,
      id: `key:${hashSecret(credentials.apiKey)}`,
      kind: 'apiKey',
      owner_id: 'account_default',
      project_id: credentials.apiKeyProjectId,
    })
    store({
      ...common,
      id: `dsn:${hashSecret(credentials.dsn)}`,
      kind: 'dsn',
      owner_id: 'account_default',
      project_id: credentials.apiKeyProjectId,
    })
  }
}
