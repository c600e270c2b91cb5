import { addressOf, at } from '../../catalogue/operation-paths.ts'
import { requirementOf } from '../../catalogue/requirements.ts'
import { fail, notApplicable } from '../../conclusions/conclusion.ts'
import { serves } from '../../reading/success.ts'
import { because, type RunCredential } from '../../conclusions/cause.ts'
import type { Call, Credential } from '../../judge/call.ts'
import { type ActiveCheck, type Check, defineCheck } from '../../judge/define-check.ts'
import type { Session } from '../../judge/session.ts'
import type { Declaration } from '../../target/declarations.ts'
import type { Exchange } from '../../conclusions/exchange.ts'
import { answer, type Phrase, phrase } from '../../conclusions/phrase.ts'
import { answerTo, asNeverIssued } from '../shared-answers.ts'
import { assertControl } from './control.ts'
import { leaveOutIfGentle } from '../leave-out-if-gentle.ts'
import { nearMissChecks } from './near-miss-checks.ts'
import { type ProtectedEndpoint, protectedEndpoints } from './protected-endpoints.ts'
import { servedFact } from './served-fact.ts'
import { legacySchemeChecks } from './scheme-checks.ts'
import { sideDoorChecks } from './side-door-checks.ts'
import { atTwin, withOtherForm, withUndocumented } from './side-doors.ts'
import { protectedWriteChecks, usualMisses } from './write-checks.ts'

function assertRefused(exchange: Exchange, what: Phrase): void {
  if (serves(exchange))
    fail({ expected: phrase`nothing to be served ${what}`, got: answer(exchange), fact: servedFact(exchange) })
}

/** @throws Conclusion `notApplicable` for an endpoint that a target need not have, and does not. */
async function assertThere(session: Session, { absence }: ProtectedEndpoint): Promise<void> {
  const reason = await absence?.(session)
  if (reason) notApplicable(because.absent, reason)
}

/** Sends a write without credentials in other ways: with its id in the other form and a parameter, and at its twin. */
async function assertSideDoorsClosed(session: Session, { operation }: ProtectedEndpoint, call: Call): Promise<void> {
  const inOtherForm = withUndocumented(withOtherForm(session, operation, call) ?? call)
  for (const other of session.run.rotation.some([inOtherForm, atTwin(session, call)], 0))
    assertRefused(
      await answerTo(session, { ...other, as: 'none' }),
      phrase`without credentials at ${addressOf(other.path, session.run.names)}`,
    )
}

function checksOf(endpoint: ProtectedEndpoint): readonly Check[] {
  const { name, needs, call, as, without, wrong, effect = 'read' } = endpoint
  const common: Pick<ActiveCheck, 'effect' | 'needs'> = { effect, needs }
  const theirs = 'auth.invalid-bearer.environments'
  const decidesAlone = wrong === theirs
  return [
    defineCheck({
      ...common,
      id: without,
      mayRepeat: true,
      asksAsStranger: true,
      description: `Asks for ${name} with valid credentials and without any. The second request is served nothing.`,
      run: async (session) => {
        await assertThere(session, endpoint)
        const request = await call(session)
        await assertControl(session, request, as(session))
        const refusal = await answerTo(session, { ...request, as: 'none' })
        assertRefused(refusal, phrase`without credentials`)
        if (effect === 'write') await assertSideDoorsClosed(session, endpoint, request)
        // Not shown (clause 7), so it is noted and not judged.
        if (/html/i.test(refusal.response.headers['content-type'] ?? ''))
          session.run.findings.describe('unauthenticated', phrase`${refusal.response.status} with a page`)
      },
    }),
    defineCheck({
      ...common,
      id: wrong,
      mayRepeat: true,
      description: `Asks for ${name} with valid credentials and with a Bearer value that was never issued. The second request is served nothing.`,
      wrongCredentials: { gentle: decidesAlone ? 1 : 0, quick: 1, full: effect === 'write' ? 4 : 1 },
      run: async (session) => {
        await assertThere(session, endpoint)
        if (!decidesAlone) leaveOutIfGentle(session, requirementOf(wrong) === 'auth.invalid-bearer' ? theirs : without)
        const request = await call(session)
        await assertControl(session, request, as(session))
        assertRefused(await asNeverIssued(session, request), phrase`for a Bearer value that was never issued`)
        for (const { text, change } of effect === 'write' ? await usualMisses(session) : [])
          assertRefused(
            await session.send({ ...request, as: { bearer: text }, wrong: 'bearer' }),
            phrase`for the Bearer token ${change}`,
          )
      },
    }),
  ]
}

/** A credential that must not open the versioned API, next to one that does. */
interface Stranger {
  readonly id: string
  readonly needs?: readonly Declaration[]
  /** Follows "Asks for the list of environments with the Bearer token". */
  readonly description: string
  readonly as: Credential
  /** The credential of which it is a wrong use; undefined where it carries none. */
  readonly wrong?: RunCredential
  /** True if a quick run leaves it out. */
  readonly onlyInFull?: true
  /** As a failure names it. */
  readonly what: Phrase
}

/** A check that the environments open to the Bearer token, and not to another credential. */
function strangerCheck({ id, needs = [], description, as, wrong, onlyInFull, what }: Stranger): Check {
  return defineCheck({
    id,
    effect: 'read',
    needs: ['bearer', 'offer:versioned', ...needs],
    ...(onlyInFull ? { onlyInFull } : {}),
    ...(wrong === undefined ? { asksAsStranger: true } : { wrongCredentials: { gentle: 0, quick: 1 } }),
    description: `Asks for the list of environments with the Bearer token${description}`,
    run: async (session) => {
      if (wrong !== undefined) leaveOutIfGentle(session, 'auth.required.environments')
      const request = { path: at('environments.list') }
      await assertControl(session, request, 'bearer')
      assertRefused(await session.send({ ...request, as, ...(wrong === undefined ? {} : { wrong }) }), what)
    },
  })
}

/** Authentication (clause 5). */
export const authenticationChecks: readonly Check[] = [
  ...nearMissChecks,
  ...protectedEndpoints.flatMap(checksOf),
  strangerCheck({
    id: 'auth.required.empty-bearer',
    description: ' and with the word Bearer alone. The second request is served nothing.',
    as: { authorization: 'Bearer' },
    what: phrase`for Bearer without a token`,
  }),
  strangerCheck({
    id: 'auth.required.no-dsn',
    needs: ['dsn'],
    description: ' and with the DSN, which is for the legacy API. The second request is served nothing.',
    as: 'dsn',
    wrong: 'dsn',
    onlyInFull: true,
    what: phrase`on the versioned API for a DSN`,
  }),
  strangerCheck({
    id: 'auth.required.no-api-key',
    needs: ['apiKey'],
    description: ' and with the API key, which is for the legacy API. The second request is served nothing.',
    as: 'apiKey',
    wrong: 'apiKey',
    what: phrase`on the versioned API for an API key`,
  }),
  ...sideDoorChecks,
  ...protectedWriteChecks,
  ...legacySchemeChecks,
]
