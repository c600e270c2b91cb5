// Protected operations serve nothing without credentials or with wrong ones (clauses 4.3, 4.7 and 5).
import { toAddress } from '../../catalogue/operation-paths.ts'
import type { CheckId } from '../../catalogue/check-ids.ts'
import { decidedRequirement } from '../../catalogue/requirements.ts'
import { because } from '../../conclusions/cause.ts'
import { notApplicable } from '../../conclusions/conclusion.ts'
import type { Exchange } from '../../conclusions/exchange.ts'
import { type Phrase, phrase } from '../../conclusions/phrase.ts'
import type { Call, Credential } from '../../judge/call.ts'
import type { DeclaredCheck } from '../../judge/define-check.ts'
import type { Session } from '../../judge/session.ts'
import { serves } from '../../reading/success.ts'
import { type Declaration, missingDeclarations } from '../../target/declarations.ts'
import { type Variant, type VariantResult, defineLaw, type OtherWords, type Place } from '../law.ts'
import { keyInAddress } from '../dsn-key.ts'
import { otherValues } from '../oauth/other-values.ts'
import { defaultGroup } from '../legacy/posted-groups.ts'
import { writeMayBeOpen } from '../documented-endpoints.ts'
import { type NearMiss, nearMisses, usualNearMisses } from '../near-misses.ts'
import { askOnce, neverIssuedBearer } from '../shared-answers.ts'
import {
  dsnEndpoint,
  type GuardedRequest,
  type GuardedEndpoint,
  guardedEndpoints,
  type GuardedOperation,
  servedCall,
  servedFact,
} from './guarded-places.ts'
import { legacySchemeChecks } from './scheme-checks.ts'
import { sideDoorChecks } from './side-door-checks.ts'
import { toggleCallSlash, changeIdForm, addUndocumentedQuery } from './side-doors.ts'
import { tokenWriteChecks } from './token-write-checks.ts'

/** A request by a stranger: the known-good one with another credential, or without any. */
interface UnauthenticatedRequest {
  /** Follows "for", as a failure names it. */
  readonly who: Phrase
  readonly call: Call
  /** Parts of a failure that say more than the credential. */
  readonly words?: OtherWords
}

/** A place that is requested as a stranger. */
interface UnauthenticatedPlace extends Place {
  readonly name: string
  /** The candidate endpoints. The first one that is served is used. */
  readonly endpoints: (session: Session) => readonly GuardedRequest[]
  /** Follows "and" in the description, which names the strangers. */
  readonly asks: string
  readonly unauthenticated: (
    session: Session,
    call: Call,
  ) => Promise<readonly UnauthenticatedRequest[]> | readonly UnauthenticatedRequest[]
}

/**
 * The first of several requests that is served.
 * @throws Conclusion about the last one if none is served.
 */
async function firstServed(
  session: Session,
  [first, ...others]: readonly GuardedRequest[],
): Promise<readonly [GuardedRequest, Call]> {
  if (!first) notApplicable(because.absent, phrase`no endpoint that the target file declares takes this credential`)
  try {
    return [first, await servedCall(session, first)]
  } catch (error) {
    if (others.length === 0) throw error
    return await firstServed(session, others)
  }
}

/** Judges the answer to a stranger. */
function judgeStranger(session: Session, exchange: Exchange, words: OtherWords = {}): VariantResult {
  if (serves(exchange)) return { fact: servedFact(exchange), words }
  const isAnonymous = exchange.request.headers['authorization'] === undefined
  // The specification does not show the type (clause 7), so it is noted and not judged.
  if (isAnonymous && /html/i.test(exchange.response.headers['content-type'] ?? ''))
    session.run.findings.describe('unauthenticated', phrase`${exchange.response.status} with a page`)
  return 'kept'
}

/** The check of a wrong Bearer token that is part of every run. */
const decisive = 'auth.invalid-bearer.environments'

const toGuardedPlace = ({ operation, needs, effect }: GuardedEndpoint): Omit<Place, 'id'> => ({
  effect,
  needs,
  mayRepeat: true,
  ...(operation === 'groups.create' ? { after: ['legacy.groups-post.body'], ...writeMayBeOpen(operation) } : {}),
})

/** The check whose exchanges passive checks read in every run. */
const readByMost = 'auth.required.environments'

/**
 * Without credentials. A write is also sent with its id in the other form and a parameter, with a trailing slash added
 * or removed, or with a status.
 */
function anonymousPlace(endpoint: GuardedEndpoint): UnauthenticatedPlace {
  const { operation, effect, name, without: id } = endpoint
  return {
    ...toGuardedPlace(endpoint),
    id,
    name,
    ...(id === readByMost ? {} : { inQuickRun: 'sampled' }),
    asksAnonymously: true,
    endpoints: () => [endpoint],
    asks: 'without any',
    unauthenticated: async (session, call) => {
      const inOtherForm = addUndocumentedQuery(changeIdForm(session, operation, call) ?? call)
      const [status] = operation === 'groups.create' ? (await defaultGroup(session)).statuses : []
      const other =
        operation === 'groups.create'
          ? status === undefined
            ? []
            : [{ ...call, query: { status } }]
          : [toggleCallSlash(session, call)]
      const doors = effect === 'read' ? [] : session.run.rotation.some([inOtherForm, ...other], 0)
      return [call, ...doors].map((asked) => ({
        who: phrase`no credentials at ${toAddress(asked.path, session.run.names)}${Object.keys(asked.query ?? {}).length === 0 ? '' : phrase` with ${{ list: Object.keys(asked.query!) }}`}`,
        call: { ...asked, as: 'none' },
      }))
    },
  }
}

/**
 * With near misses of the credential that the operation takes. If a separate check tries all of them, and in a quick
 * run, with a never issued Bearer value.
 */
function wrongBearerPlace(endpoint: GuardedEndpoint): UnauthenticatedPlace {
  const { operation, name, as, without, wrong: id } = endpoint
  const isApart = operation === 'environments.list' || operation === 'legacy-projects.list'
  return {
    ...toGuardedPlace(endpoint),
    id,
    name,
    wrongCredentials: { gentle: id === decisive ? 1 : 0, quick: 1, full: isApart ? 1 : 2 },
    ...(id === decisive
      ? {}
      : {
          inQuickRun: 'sampled',
          decidedBy: decidedRequirement(id) === decidedRequirement(decisive) ? decisive : without,
        }),
    endpoints: () => [endpoint],
    asks: `with ${isApart ? '' : 'near misses of its token or '}a Bearer value that was never issued`,
    unauthenticated: async (session, call) => {
      const credential = as(session)
      const kind = credential === 'integrationToken' ? credential : 'bearer'
      const secret = credential === 'bearer' ? await session.bearer() : session.run.target.credentials?.integrationToken
      const hasMisses = credential === kind && !isApart && !session.run.quick
      const misses = hasMisses && secret !== undefined ? usualNearMisses(session, secret) : []
      if (misses.length > 0)
        return misses.map(({ text, change }) => ({
          who: phrase`the ${credentialNames[kind]} ${change}`,
          call: { ...call, as: { bearer: text }, wrong: kind },
        }))
      return [neverIssued(session, call)]
    },
  }
}

const neverIssued = (session: Session, call: Call): UnauthenticatedRequest => ({
  who: phrase`a Bearer value that was never issued`,
  call: { ...call, ...neverIssuedBearer(session, call.path) },
  words: { remedy: phrase`Look up the Bearer value among the issued tokens, and refuse any other.` },
})

const credentialNames = {
  bearer: 'Bearer token',
  integrationToken: 'integration token',
  dsn: 'DSN',
  apiKey: 'API key',
} as const

/** A credential of the target file, and the checks that send near misses of it. */
interface NearMissPlace {
  readonly credential: keyof typeof credentialNames
  readonly needs: readonly Declaration[]
  readonly after?: readonly CheckId[]
  /** The check with the most revealing near miss, and the check with the others. */
  readonly checks: readonly [telling: CheckId, others: CheckId]
  readonly mayRepeat?: true
  readonly misses: (session: Session) => Promise<readonly NearMiss[]> | readonly NearMiss[]
  readonly as: (text: string) => Credential
  readonly endpoints: UnauthenticatedPlace['endpoints']
}

/** The declared reads that take a Bearer token of the versioned API or of the legacy API. */
const declaredReads =
  (isLegacy: boolean): UnauthenticatedPlace['endpoints'] =>
  ({ run }) =>
    guardedEndpoints.filter(
      ({ effect, needs }) =>
        effect === 'read' &&
        needs.includes('legacy') === isLegacy &&
        missingDeclarations(needs, run.target).length === 0,
    )

const findGuardedEndpoint = (operation: GuardedOperation): GuardedEndpoint =>
  guardedEndpoints.find((endpoint) => endpoint.operation === operation)!
const environments = findGuardedEndpoint('environments.list')
const projectsByKey: GuardedRequest = { ...findGuardedEndpoint('legacy-projects.list'), as: () => 'apiKey' }

const toBearer = (bearer: string): Credential => ({ bearer })
const toBasic = (pair: string): Credential => ({ authorization: `Basic ${btoa(pair)}` })
const toKeyCredential = (key: string): Credential => toBasic(`${key}:`)

/** The near misses of the key in a DSN. In an address, the parts after the key name a host and a project. */
function dsnMisses(session: Session): readonly NearMiss[] {
  const { dsn = '' } = session.run.target.credentials ?? {}
  const address = keyInAddress(dsn)
  if (!address) return nearMisses(session, dsn)
  const { scheme, key, rest } = address
  return nearMisses(session, key).map(({ text, change, ...miss }) => {
    session.run.addNearMiss(`${scheme}${text}${rest}`, dsn, change)
    return { text: `${scheme}${text}${rest}`, change: `with its key changed: the key ${change}`, ...miss }
  })
}

const nearly: readonly NearMissPlace[] = [
  {
    credential: 'bearer',
    needs: ['bearer'],
    checks: ['auth.invalid-bearer.one-character', 'auth.invalid-bearer.near-misses'],
    misses: async (session) => nearMisses(session, await session.bearer()),
    as: toBearer,
    endpoints: declaredReads(false),
  },
  {
    credential: 'integrationToken',
    needs: ['integrationToken'],
    after: ['auth.integration-token.projects'],
    checks: ['auth.legacy-required.one-character', 'auth.legacy-required.near-misses'],
    mayRepeat: true,
    misses: (session) => nearMisses(session, session.run.target.credentials!.integrationToken!),
    as: toBearer,
    endpoints: declaredReads(true),
  },
  {
    credential: 'dsn',
    needs: ['dsn', 'dsnPath'],
    after: ['auth.dsn.accepted'],
    checks: ['auth.dsn-verified.wrong', 'auth.dsn-verified.near-misses'],
    misses: dsnMisses,
    as: (dsn) => ({ authorization: `DSN ${dsn}` }),
    endpoints: () => [dsnEndpoint],
  },
  {
    credential: 'apiKey',
    needs: ['apiKey'],
    after: ['auth.api-key.accepted'],
    checks: ['auth.api-key-verified.wrong', 'auth.api-key-verified.near-misses'],
    misses: (session) => nearMisses(session, session.run.target.credentials!.apiKey!),
    as: toKeyCredential,
    endpoints: () => [projectsByKey],
  },
]

/** With the most revealing near miss of a credential, and with all others. */
function nearMissPlaces({
  credential,
  checks,
  misses,
  as,
  mayRepeat,
  ...place
}: NearMissPlace): readonly UnauthenticatedPlace[] {
  const [telling, others] = checks
  const name = `what the ${credentialNames[credential]} opens`
  const unauthenticated = (choose: (misses: readonly NearMiss[], session: Session) => readonly NearMiss[]) =>
    async function nearMissRequests(session: Session, call: Call): Promise<readonly UnauthenticatedRequest[]> {
      return choose(await misses(session), session).map(({ text, change }) => ({
        who: phrase`the ${credentialNames[credential]} ${change}`,
        call: { ...call, as: as(text), wrong: credential },
      }))
    }
  return [
    {
      ...place,
      id: telling,
      effect: 'read',
      name,
      wrongCredentials: { gentle: 1, quick: 1 },
      asks: 'with one character changed: one letter in the other case if that may matter, or else the last one',
      unauthenticated: unauthenticated((all) => all.slice(0, 1)),
    },
    {
      ...place,
      id: others,
      ...(mayRepeat ? { mayRepeat } : {}),
      effect: 'read',
      name,
      decidedBy: telling,
      wrongCredentials: { gentle: 0, quick: 1, full: 12 },
      asks: 'with one character changed at its front, in a part of its middle or at its end, with characters added or taken off, and, given a JSON Web Token, without its signature',
      unauthenticated: unauthenticated((all, { run }) => run.rotation.some(all.slice(1), 1)),
    },
  ]
}

/** Credentials that must not give access: empty ones, or those of another kind. */
const otherCredentials: readonly UnauthenticatedPlace[] = [
  {
    id: 'auth.invalid-bearer.other-values',
    effect: 'read',
    needs: ['bearer', 'offer:versioned'],
    inQuickRun: 'never',
    wrongCredentials: { gentle: 0, quick: 1, full: 6 },
    decidedBy: decisive,
    name: environments.name,
    endpoints: () => [environments],
    asks: 'with other values of the run as Bearer token: the id of a token, client_id, client_secret, a refresh token, the API key and the key of the DSN',
    unauthenticated: async (session, call) => {
      const values = await otherValues(
        session,
        ['the id of a token', 'client_id', 'client_secret', 'a refresh token', 'the API key', 'the key of the DSN'],
        await session.bearer(),
      )
      return session.run.rotation.some(values, 1).map(([name, bearer]) => ({
        who: phrase`${name} as Bearer token`,
        call: { ...call, as: { bearer }, wrong: 'bearer' },
      }))
    },
  },
  {
    id: 'auth.required.empty-bearer',
    effect: 'read',
    inQuickRun: 'sampled',
    needs: environments.needs,
    asksAnonymously: true,
    name: environments.name,
    endpoints: () => [environments],
    asks: 'with only the word Bearer',
    unauthenticated: (_session, call) => [
      { who: phrase`Bearer without a token`, call: { ...call, as: { authorization: 'Bearer' } } },
    ],
  },
  ...(['dsn', 'apiKey'] as const).map((other): UnauthenticatedPlace => ({
    id: other === 'dsn' ? 'auth.required.no-dsn' : 'auth.required.no-api-key',
    effect: 'read',
    needs: [...environments.needs, other],
    inQuickRun: other === 'dsn' ? 'never' : 'sampled',
    wrongCredentials: { gentle: 0, quick: 1 },
    decidedBy: 'auth.required.environments',
    name: environments.name,
    endpoints: () => [environments],
    asks: `with the ${credentialNames[other]}, which is for the legacy API`,
    unauthenticated: (_session, call) => [
      { who: phrase`the ${credentialNames[other]} on the versioned API`, call: { ...call, as: other, wrong: other } },
    ],
  })),
  {
    id: 'auth.api-key-verified.empty',
    effect: 'read',
    needs: ['apiKey'],
    after: ['auth.api-key.accepted'],
    wrongCredentials: { gentle: 0, quick: 1, full: 4 },
    decidedBy: 'auth.api-key-verified.wrong',
    name: projectsByKey.name,
    endpoints: () => [projectsByKey],
    asks: 'by HTTP Basic with an empty password and an empty user name, client_id or client_secret, and with an empty user name and the API key as password',
    unauthenticated: ({ run }, call) => {
      const { oauth: { clientId, clientSecret } = {}, apiKey } = run.target.credentials ?? {}
      const names = [
        [phrase`an empty user name`, ':'],
        [phrase`client_id as user name`, clientId && `${clientId}:`],
        [phrase`client_secret as user name`, clientSecret && `${clientSecret}:`],
        [phrase`the API key as password of an empty user name`, `:${apiKey}`],
      ] as const
      const unauthenticated = names.flatMap(([who, pair]) =>
        pair ? [{ who, call: { ...call, as: toBasic(pair), wrong: 'apiKey' } as const }] : [],
      )
      return run.rotation.some(unauthenticated, 1)
    },
  },
]

/** Protected operations serve nothing to strangers. */
const unauthenticatedChecks = defineLaw<UnauthenticatedPlace>({
  places: [
    ...nearly.flatMap(nearMissPlaces),
    ...guardedEndpoints.flatMap((endpoint) => [anonymousPlace(endpoint), wrongBearerPlace(endpoint)]),
    ...otherCredentials,
  ],
  description: ({ name, asks }) => `Asks for ${name} with valid credentials and ${asks}: the latter serves nothing.`,
  expected: phrase`a refusal`,
  variants: async (session, { endpoints, unauthenticated }) => {
    const [endpoint, call] = await firstServed(session, endpoints(session))
    const { send = askOnce } = endpoint
    const toVariant = ({ who, call: asked, words }: UnauthenticatedRequest): Variant => ({
      what: who,
      ask: async () => judgeStranger(session, await send(session, asked), words),
    })
    const asked = await unauthenticated(session, call)
    // A wrong Bearer value that is served may be one of many, or of none at all.
    const closer = (request: UnauthenticatedRequest): readonly Variant[] =>
      request.call.wrong === undefined || request !== asked[0] || session.run.gentle
        ? []
        : otherRequests(session, call, asked).map(toVariant)
    return { variants: asked.map((request) => ({ ...toVariant(request), closer: () => closer(request) })) }
  },
})

/** Strangers without credentials, and with other wrong ones, unless a place asks as one of them. */
function otherRequests(
  session: Session,
  call: Call,
  asked: readonly UnauthenticatedRequest[],
): readonly UnauthenticatedRequest[] {
  const never = neverIssued(session, call)
  const isAsked = ({ call: { as } }: UnauthenticatedRequest): boolean =>
    JSON.stringify(as) === JSON.stringify(never.call.as)
  return [
    ...(asked.some(isAsked) ? [] : [never]),
    { who: phrase`no credentials`, call: { ...call, as: 'none' } },
    { who: phrase`Bearer without a token`, call: { ...call, as: { authorization: 'Bearer' } } },
  ]
}

/** Authentication (clause 5). */
export const authenticationChecks: readonly DeclaredCheck[] = [
  ...unauthenticatedChecks,
  ...sideDoorChecks,
  ...tokenWriteChecks,
  ...legacySchemeChecks,
]
