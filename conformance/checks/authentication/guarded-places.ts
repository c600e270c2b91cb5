// The operations that serve nothing without credentials, each with its known-good request.
import type { CheckId } from '../../catalogue/check-ids.ts'
import { toAddress, at, toDocumentedPath } from '../../catalogue/operation-paths.ts'
import { findOperation, type ProtectedOperation } from '../../catalogue/operations.ts'
import { because } from '../../conclusions/cause.ts'
import { blocked, notApplicable } from '../../conclusions/conclusion.ts'
import type { Exchange } from '../../conclusions/exchange.ts'
import type { Fact } from '../../conclusions/fact.ts'
import { answerPhrase, type Phrase, phrase } from '../../conclusions/phrase.ts'
import type { Call, Credential } from '../../judge/call.ts'
import type { Session } from '../../judge/session.ts'
import { isUndone, serves } from '../../reading/success.ts'
import type { Declaration } from '../../target/declarations.ts'
import { assertAllowed } from '../assert-allowed.ts'
import {
  declaredCredential,
  operationEffect,
  neededDeclarations,
  type SampledOperation,
  sampledCall,
} from '../documented-calls.ts'
import { acceptedGroup, openGroup } from '../legacy/posted-groups.ts'
import { absenceOfResources } from '../lists/walked-list.ts'
import { askOnce } from '../shared-answers.ts'

/** A request that is served only with a credential. */
export interface GuardedRequest {
  readonly name: string
  readonly call: (session: Session) => Call | Promise<Call>
  readonly as: (session: Session) => Credential
  /** Explains that the endpoint is optional and missing; undefined if the target has it. */
  readonly absence?: (session: Session) => Promise<Phrase | undefined>
  /** Sends the request with other credentials. Default: as it is. */
  readonly send?: (session: Session, call: Call) => Promise<Exchange>
}

/** The operations that take credentials, without those that write tokens. */
export type GuardedOperation = Extract<ProtectedOperation, SampledOperation> | 'groups.create'

/** An operation that serves nothing without credentials. */
export interface GuardedEndpoint extends GuardedRequest {
  readonly operation: GuardedOperation
  readonly needs: readonly Declaration[]
  readonly effect: 'read' | 'write'
  /** True for a list with a documented way to page two. */
  readonly isPaged?: boolean
  /** The check without credentials. Its requirement is that of every way to the operation. */
  readonly without: CheckId
  /** The check with a wrong Bearer token. */
  readonly wrong: CheckId
}

type Row = Pick<GuardedEndpoint, 'isPaged' | 'absence' | 'send' | 'without' | 'wrong'> &
  Partial<Pick<GuardedRequest, 'call'>>

const rows: Readonly<Record<GuardedOperation, Row>> = {
  'environments.list': {
    without: 'auth.required.environments',
    wrong: 'auth.invalid-bearer.environments',
    isPaged: true,
  },
  'resources.list': {
    without: 'auth.required.resources',
    wrong: 'auth.invalid-bearer.resources',
    isPaged: true,
    absence: absenceOfResources,
  },
  'products.list': {
    without: 'auth.required.products',
    wrong: 'auth.invalid-bearer.products',
    isPaged: true,
  },
  'configurations.value': {
    without: 'auth.required.configurations',
    wrong: 'auth.invalid-bearer.configurations',
  },
  'access-tokens.list': {
    without: 'auth.required.access-tokens',
    wrong: 'auth.invalid-bearer.access-tokens',
    isPaged: true,
  },
  'services.capabilities': {
    without: 'services.auth.capabilities',
    wrong: 'services.auth.capabilities-wrong-bearer',
  },
  'services.invoke': {
    without: 'services.auth.command',
    wrong: 'services.auth.command-wrong-bearer',
  },
  'connect.prepare': {
    without: 'connect.prepare-auth.none',
    wrong: 'connect.prepare-auth.wrong-bearer',
  },
  'legacy-projects.list': {
    without: 'auth.legacy-required.projects',
    wrong: 'auth.legacy-required.projects-wrong-bearer',
  },
  'groups.list': {
    without: 'auth.legacy-required.groups',
    wrong: 'auth.legacy-required.groups-wrong-bearer',
    isPaged: true,
  },
  'groups.create': {
    without: 'auth.legacy-required.groups-post',
    wrong: 'auth.legacy-required.groups-post-wrong-bearer',
    call: async (session) => ({
      method: 'POST',
      path: at('groups.create', { project_id: session.run.target.samples!.projectId! }),
      json: (await acceptedGroup(session)).body,
    }),
    send: async (session, call) => {
      const entry = openGroup(session)
      const exchange = await session.send({ ...call, entry })
      if (isUndone(exchange)) session.run.ledger.close(entry)
      return exchange
    },
  },
  'events.list': {
    without: 'auth.legacy-required.events',
    wrong: 'auth.legacy-required.events-wrong-bearer',
    isPaged: true,
  },
}

/** The operations that take credentials, without those that write tokens. */
export const guardedEndpoints: readonly GuardedEndpoint[] = (Object.keys(rows) as GuardedOperation[]).map(
  (operation) => ({
    operation,
    name: findOperation(operation).title,
    needs: neededDeclarations(operation),
    effect: operationEffect(operation),
    call: (session) => sampledCall(session, operation as SampledOperation),
    as: (session) => declaredCredential(session, operation),
    ...rows[operation],
  }),
)

/** The fact that a request without credentials, or with wrong ones, was served. */
export function servedFact(at: Exchange): Fact {
  return at.request.headers['authorization'] === undefined
    ? { kind: 'status', wanted: 'refusal', at }
    : { kind: 'credential', works: true, at }
}

/** `samples.dsnPath`, for which the target file says that it takes a DSN. */
export const dsnEndpoint: GuardedRequest = {
  name: 'samples.dsnPath',
  call: ({ run }) => ({ path: toDocumentedPath('GET', run.target.samples!.dsnPath!, run.names) }),
  as: () => 'dsn',
}

/**
 * The request, which is served with valid credentials: tested once per run.
 * @throws Conclusion if it is not served.
 */
export async function servedCall(
  session: Session,
  { call: toCall, as: toCredential, absence, send }: GuardedRequest,
): Promise<Call> {
  const reason = await absence?.(session)
  if (reason) notApplicable(because.absent, reason)
  const call = await toCall(session)
  // A control would create another object.
  if (send) return call
  const as = toCredential(session)
  const control = await askOnce(session, { ...call, as })
  if (as === 'bearer') await assertAllowed(session, control)
  if (serves(control)) return call
  return blocked(
    because.refused,
    phrase`${call.method ?? 'GET'} ${toAddress(call.path, session.run.names)} serves nothing with valid credentials either: ${answerPhrase(control)}`,
    control,
  )
}
