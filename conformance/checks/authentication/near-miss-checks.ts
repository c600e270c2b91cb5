import { addressOf, pathAt } from '../../catalogue/operation-paths.ts'
import type { CheckId } from '../../catalogue/check-ids.ts'
import { because, type RunCredential } from '../../conclusions/cause.ts'
import { blocked, fail } from '../../conclusions/conclusion.ts'
import { serves } from '../../reading/success.ts'
import type { Call, Credential } from '../../judge/call.ts'
import { type ActiveCheck, type Check, defineCheck } from '../../judge/define-check.ts'
import type { Session } from '../../judge/session.ts'
import { type Declaration, missingDeclarations } from '../../target/declarations.ts'
import { answer, type Phrase, phrase } from '../../conclusions/phrase.ts'
import { mostInARow } from '../../judge/controls.ts'
import { eachAtOnce } from '../each-at-once.ts'
import { answerTo } from '../shared-answers.ts'
import { sampledCall } from '../documented-calls.ts'
import { keyInAddress } from '../dsn-key.ts'
import { leaveOutIfGentle } from '../leave-out-if-gentle.ts'
import { type NearMiss, nearMisses } from '../near-misses.ts'
import { assertControl } from './control.ts'
import { type ProtectedEndpoint, protectedEndpoints } from './protected-endpoints.ts'

type GuardedEndpoint = Pick<ProtectedEndpoint, 'name' | 'call'>

/** A credential of the target file, of which near misses are sent. */
interface Guarded {
  readonly credential: Exclude<RunCredential, 'client'>
  readonly needs: readonly Declaration[]
  readonly after?: readonly CheckId[]
  /** The check with the most telling near miss, and the one with others. */
  readonly first: string
  readonly others: string
  readonly mayRepeat?: boolean
  /** As a failure names it. */
  readonly what: string
  readonly misses: (session: Session) => Promise<readonly NearMiss[]> | readonly NearMiss[]
  readonly as: (text: string) => Credential
  /** The endpoints that accept it. The most telling near miss is sent to the first. */
  readonly endpoints: (session: Session) => readonly GuardedEndpoint[]
}

async function assertNearMissRefused(session: Session, call: Call, what: Phrase, { change }: NearMiss): Promise<void> {
  const exchange = await session.send(call)
  if (serves(exchange))
    fail({
      expected: phrase`nothing to be served for ${what} ${change}`,
      got: answer(exchange),
      fact: { kind: 'credential', works: true, at: exchange },
    })
}

/** The endpoints that take a credential and that the target file declares all samples for. */
function endpointsWith({ run }: Session, credential: 'bearer' | 'integrationToken'): readonly GuardedEndpoint[] {
  return protectedEndpoints.filter(
    ({ effect = 'read', needs }) =>
      effect === 'read' &&
      needs.includes('legacy') === (credential === 'integrationToken') &&
      missingDeclarations(needs, run.target).length === 0,
  )
}

interface Pair {
  readonly endpoint: GuardedEndpoint
  readonly miss: NearMiss
}

/** Each usual near miss at each endpoint, and each of the others at one of them. */
function pairsOf(endpoints: readonly GuardedEndpoint[], misses: readonly NearMiss[]): readonly Pair[] {
  const rare = misses.filter(({ isUsual }) => !isUsual)
  return endpoints.flatMap((endpoint, place) =>
    misses
      .filter((miss) => miss.isUsual || rare.indexOf(miss) % endpoints.length === place)
      .map((miss) => ({ endpoint, miss })),
  )
}

function checksOf(guarded: Guarded): readonly Check[] {
  const { credential, needs, after = [], first, others, mayRepeat = false, what, misses, as, endpoints } = guarded
  const common: Pick<ActiveCheck, 'effect' | 'needs'> = { effect: 'read', needs }
  const wrongCall = (call: Call, text: string): Call => ({ ...call, as: as(text), wrong: credential })
  return [
    defineCheck({
      ...common,
      id: first,
      after,
      wrongCredentials: { gentle: 1, quick: 1 },
      description: `Sends ${what} with one character changed: one letter in the other case if that may matter, or else the last one. Nothing is served.`,
      run: async (session) => {
        const call = await endpoints(session)[0]!.call(session)
        await assertControl(session, call, credential)
        const [telling] = await misses(session)
        await assertNearMissRefused(session, wrongCall(call, telling!.text), phrase`${what}`, telling!)
      },
    }),
    defineCheck({
      ...common,
      id: others,
      mayRepeat,
      after,
      wrongCredentials: { gentle: 0, quick: 1, full: 36 },
      description: `Sends ${what} with one character changed at its front, in a part of its middle or at its end, with characters added or taken off, and, given a JSON Web Token, without its signature, wherever it is accepted. Nothing is served.`,
      run: async (session) => {
        leaveOutIfGentle(session, first)
        const [, ...rest] = await misses(session)
        const pairs = pairsOf(endpoints(session), rest)
        const chosen = session.run.rotation.some(pairs, 1)
        const asked: { readonly call: Call; readonly miss: NearMiss }[] = []
        for (const { endpoint, miss } of [...chosen, ...pairs.filter((pair) => !chosen.includes(pair))]) {
          if (asked.length === chosen.length) break
          const call = await endpoint.call(session)
          if (serves(await answerTo(session, { ...call, as: credential }))) asked.push({ call, miss })
        }
        if (asked.length === 0)
          blocked(because.refused, phrase`nothing is served with valid credentials where a near miss was to be sent`)
        await eachAtOnce(
          asked,
          ({ call, miss }) =>
            assertNearMissRefused(
              session,
              wrongCall(call, miss.text),
              phrase`${what} at ${addressOf(call.path, session.run.names)}`,
              miss,
            ),
          mostInARow.full,
        )
      },
    }),
  ]
}

const projects: GuardedEndpoint = {
  name: 'the legacy projects',
  call: (session) => sampledCall(session, 'legacy-projects.list'),
}

/** The near misses of the key in a DSN. In an address, what stands behind the key names a host and a project. */
function dsnMisses(session: Session): readonly NearMiss[] {
  const { dsn = '' } = session.run.target.credentials ?? {}
  const address = keyInAddress(dsn)
  if (!address) return nearMisses(session, dsn)
  const { scheme, key, rest } = address
  return nearMisses(session, key).map(({ text, change, isUsual }) => {
    session.run.addNearMiss(`${scheme}${text}${rest}`, dsn, change)
    return { text: `${scheme}${text}${rest}`, change: `with its key changed: the key ${change}`, isUsual }
  })
}

const guarded: readonly Guarded[] = [
  {
    credential: 'bearer',
    needs: ['bearer'],
    first: 'auth.invalid-bearer.one-character',
    others: 'auth.invalid-bearer.near-misses',
    what: 'the Bearer token',
    misses: async (session) => nearMisses(session, await session.bearer()),
    as: (bearer) => ({ bearer }),
    endpoints: (session) => endpointsWith(session, 'bearer'),
  },
  {
    credential: 'integrationToken',
    needs: ['integrationToken'],
    after: ['auth.integration-token.projects'],
    first: 'auth.legacy-required.one-character',
    others: 'auth.legacy-required.near-misses',
    mayRepeat: true,
    what: 'the integration token',
    misses: (session) => nearMisses(session, session.run.target.credentials!.integrationToken!),
    as: (bearer) => ({ bearer }),
    endpoints: (session) => endpointsWith(session, 'integrationToken'),
  },
  {
    credential: 'dsn',
    needs: ['dsn', 'dsnPath'],
    after: ['auth.dsn.accepted'],
    first: 'auth.dsn-verified.wrong',
    others: 'auth.dsn-verified.near-misses',
    what: 'the DSN',
    misses: dsnMisses,
    as: (dsn) => ({ authorization: `DSN ${dsn}` }),
    endpoints: ({ run }) => [
      { name: 'samples.dsnPath', call: () => ({ path: pathAt('GET', run.target.samples!.dsnPath!, run.names) }) },
    ],
  },
  {
    credential: 'apiKey',
    needs: ['apiKey'],
    after: ['auth.api-key.accepted'],
    first: 'auth.api-key-verified.wrong',
    others: 'auth.api-key-verified.near-misses',
    what: 'the API key',
    misses: (session) => nearMisses(session, session.run.target.credentials!.apiKey!),
    as: (key) => ({ authorization: `Basic ${btoa(`${key}:`)}` }),
    endpoints: () => [projects],
  },
]

/** Credentials that are nearly right (clause 5). */
export const nearMissChecks: readonly Check[] = guarded.flatMap(checksOf)
