// Faults of the token endpoint of testing/servers/right/service/, for tests of the checks.
import type { RightSubject } from './right/right-server.ts'
import { secrets } from './right/service/service.ts'
import { type ServiceCase, type ServiceFault, faultyService, type Token } from './token-faults.ts'

/** A token that the token endpoint issued. */
export interface IssuedToken {
  readonly access: string
  readonly refresh: string | undefined
  readonly by: 'client_credentials' | 'refresh_token'
  /** The number that it had issued by then with the same grant type, with this one. */
  readonly count: number
  /** The number of them that a refresh token gave. */
  readonly refreshes: number
}

/** A request, and what was issued before it. */
interface SeenTokenRequest {
  readonly request: Request
  readonly issued: readonly IssuedToken[]
  /** True if the service refuses an access token, as after its end. */
  readonly hasEnded: (issued: IssuedToken) => Promise<boolean>
}

/** A request to the token endpoint. */
interface TokenRequest extends SeenTokenRequest {
  readonly form: URLSearchParams
  /** The grant that issued its refresh token. */
  readonly source: IssuedToken | undefined
}

/** A request with the Bearer value of a client. */
interface Borne extends SeenTokenRequest {
  readonly bearer: string
  /** Undefined where the token endpoint did not issue it. */
  readonly token: IssuedToken | undefined
  /** The number of times it was sent, with this one. */
  readonly uses: number
}

/** The differences from the service. Each is asked in turn. One that remembers what it saw serves one run. */
export interface OauthFault {
  /** Changes a form before the service reads it, or answers it. */
  readonly form?: (asked: TokenRequest) => URLSearchParams | Response | Promise<URLSearchParams | Response>
  /** Changes an answer with tokens. */
  readonly grant?: (body: Token, by: IssuedToken) => Token
  /** Changes a refusal. */
  readonly refusal?: (body: Token) => Token | Promise<Token>
  /** The state of a Bearer value: as good as a new token, as bad as one that has ended, or what the service finds. */
  readonly bearer?: (borne: Borne) => Meaning | Promise<Meaning>
}

type Meaning = 'good' | 'ended' | Response | undefined

/** A form with a member changed. */
export function setFormMember(form: URLSearchParams, name: string, value: string): URLSearchParams {
  const changed = new URLSearchParams(form)
  changed.set(name, value)
  return changed
}

/** Every token is as the service finds it. */
const unchangedToken = (): undefined => undefined

/** The last of the tokens that some faults tell about is what a request means. */
function oauthFault(...faults: readonly OauthFault[]): ServiceFault {
  const issued: IssuedToken[] = []
  const uses = new Map<string, number>()
  return async (request, next) => {
    const { origin, pathname } = new URL(request.url)
    const hasEnded = async ({ access }: IssuedToken) =>
      (await next(bearerRequest(`${origin}/access-tokens`, access))).status === 401
    const met: SeenTokenRequest = { request, issued, hasEnded }
    if (pathname === '/oauth/token') return await faultyTokenAnswer(met, faults, next, issued)
    const [, bearer] = /^Bearer ?(.*)$/.exec(request.headers.get('authorization') ?? '') ?? []
    if (bearer === undefined) return await next(request)
    const used = (uses.get(bearer) ?? 0) + 1
    uses.set(bearer, used)
    const token = issued.find(({ access }) => access === bearer)
    for (const { bearer: meaningOf = unchangedToken } of faults) {
      const meaning = await meaningOf({ ...met, bearer, token, uses: used })
      if (meaning instanceof Response) return meaning
      if (meaning === undefined) continue
      const value = meaning === 'good' ? await fetchUnknownToken(origin, next) : 'ended'
      return await next(setBearer(request, value))
    }
    return await next(request)
  }
}

const bearerRequest = (url: string, bearer: string): Request => setBearer(new Request(url), bearer)

function setBearer(request: Request, bearer: string): Request {
  const headers = new Headers(request.headers)
  headers.set('authorization', `Bearer ${bearer}`)
  return new Request(request, { headers })
}

type Next = (request: Request) => Promise<Response>

const postForm = (url: string, body: URLSearchParams): Request => new Request(url, { method: 'POST', body })

/** An access token of which the kit does not know. */
async function fetchUnknownToken(origin: string, next: Next): Promise<string> {
  const { clientId, clientSecret } = secrets
  const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret }
  const response = await next(postForm(`${origin}/oauth/token`, new URLSearchParams(form)))
  return String(((await response.json()) as Token)['access_token'])
}

async function faultyTokenAnswer(
  met: SeenTokenRequest,
  faults: readonly OauthFault[],
  next: Next,
  issued: IssuedToken[],
): Promise<Response> {
  const { request } = met
  let form = new URLSearchParams(await request.clone().text())
  for (const { form: change } of faults) {
    const source = issued.find(({ refresh }) => refresh !== undefined && refresh === form.get('refresh_token'))
    const changed = (await change?.({ ...met, form, source })) ?? form
    if (changed instanceof Response) return changed
    form = changed
  }
  const response = await next(postForm(request.url, form))
  let body = (await response.json()) as Token
  if (!response.ok) {
    for (const { refusal } of faults) body = (await refusal?.(body)) ?? body
    return Response.json(body, { status: response.status })
  }
  const by = form.get('grant_type') as IssuedToken['by']
  const token: IssuedToken = {
    access: String(body['access_token']),
    refresh: body['refresh_token'] as string | undefined,
    by,
    count: issued.filter((earlier) => earlier.by === by).length + 1,
    refreshes: issued.filter((earlier) => earlier.by === 'refresh_token').length + (by === 'refresh_token' ? 1 : 0),
  }
  issued.push(token)
  for (const { grant } of faults) body = grant?.(body, token) ?? body
  return Response.json(body)
}

/** A service with faults, and what it is asked. */
export interface OauthCase extends Omit<ServiceCase, 'fault'> {
  readonly faults?: readonly OauthFault[]
}

/** The service of a case. */
export const oauthService = ({ faults = [], ...service }: OauthCase): RightSubject =>
  faultyService({ ...service, fault: oauthFault(...faults) })

/** Refuses to issue a token. */
export const refuseGrant = (when: (asked: TokenRequest) => boolean | Promise<boolean> = () => true): OauthFault => ({
  form: async (tried) => ((await when(tried)) ? Response.json({ message: 'No.' }, { status: 400 }) : tried.form),
})

/** The number of the token that a form asks for, among those by the same grant type. */
export const grantNumber = ({ form, issued }: TokenRequest): number =>
  issued.filter(({ by }) => by === form.get('grant_type')).length + 1

/** Resolves to true if a form has client credentials. */
export const isClientGrantForm = ({ form }: TokenRequest): boolean => form.get('grant_type') === 'client_credentials'

/** Ends some of the tokens that were issued. */
export const ending = (when: (issued: IssuedToken, borne: Borne) => boolean | Promise<boolean>): OauthFault => ({
  bearer: async (borne) => (borne.token && (await when(borne.token, borne)) ? 'ended' : undefined),
})

/** Changes the members that are shown of some tokens. */
export const telling = (members: Token, when: (issued: IssuedToken) => boolean = () => true): OauthFault => ({
  grant: (body, token) => (when(token) ? { ...body, ...members } : body),
})

/** Tells no lifetime. */
export const untold: OauthFault = telling({ expires_in: undefined })
