import type { RequirementId } from '../../catalogue/requirements.ts'
import { blocked, fail } from '../../catalogue/verdict.ts'
import { serves } from '../../reading/served.ts'
import type { Call, Credential } from '../../run/call.ts'
import { type ActiveCheck, type Check, defineCheck } from '../../run/define-check.ts'
import type { Session } from '../../run/session.ts'
import type { Declaration } from '../../target/declarations.ts'
import { type Exchange, summary } from '../../wire/exchange.ts'
import { answerTo, asNeverIssued } from '../answers.ts'
import { altered, nearMisses } from '../near-misses.ts'
import { versionedPath } from '../paths.ts'
import { namedByVersioned, type ProtectedEndpoint, protectedEndpoints } from './protected-endpoints.ts'
import { legacySchemeChecks } from './scheme-checks.ts'
import { protectedWriteChecks } from './write-checks.ts'

/** Sends the same request with valid credentials, once in a run. @throws Conclusion `blocked` when it is not served. */
async function assertControl(session: Session, call: Call, as: Credential): Promise<void> {
  const control = await answerTo(session, { ...call, as })
  if (!serves(control))
    blocked(`${call.method ?? 'GET'} ${call.path} serves nothing with valid credentials either: ${summary(control)}`)
}

function assertRefused(exchange: Exchange, what: string): void {
  if (serves(exchange)) fail(`nothing to be served ${what}`, summary(exchange))
}

function checksOf({ name, needs, call, as, without, wrong, effect = 'read' }: ProtectedEndpoint): readonly Check[] {
  const common: Pick<ActiveCheck, 'effect' | 'needs'> = { effect, needs }
  return [
    defineCheck({
      ...common,
      id: without[0],
      requirement: without[1],
      ...namedByVersioned(without[1], 'none'),
      description: `Asks for ${name} with valid credentials and without any. The second request is served nothing.`,
      run: async (session) => {
        const request = await call(session)
        await assertControl(session, request, as(session))
        assertRefused(await answerTo(session, { ...request, as: 'none' }), 'without credentials')
      },
    }),
    defineCheck({
      ...common,
      id: wrong[0],
      requirement: wrong[1],
      ...namedByVersioned(wrong[1], 'wrong'),
      description:
        `Asks for ${name} with valid credentials and with a Bearer value that was never issued. ` +
        'The second request is served nothing.',
      run: async (session) => {
        const request = await call(session)
        await assertControl(session, request, as(session))
        assertRefused(await asNeverIssued(session, request), 'for a Bearer value that was never issued')
      },
    }),
  ]
}

/** A credential that must not open the versioned API, next to one that does. */
interface Stranger {
  readonly id: string
  readonly requirement: RequirementId
  readonly needs?: readonly Declaration[]
  /** Follows "Asks for the list of environments with the Bearer token". */
  readonly description: string
  readonly as: (session: Session) => readonly Credential[] | Promise<readonly Credential[]>
  /** As a failure names it. */
  readonly what: string
}

/** A check that the environments open to the Bearer token, and to none of some other credentials. */
function strangerCheck({ id, requirement, needs = [], description, as, what }: Stranger): Check {
  return defineCheck({
    id,
    requirement,
    effect: 'read',
    needs: ['bearer', ...needs],
    description: `Asks for the list of environments with the Bearer token${description}`,
    run: async (session) => {
      const request = { path: versionedPath(session, 'environments') }
      await assertControl(session, request, 'bearer')
      for (const credential of await as(session))
        assertRefused(await session.send({ ...request, as: credential }), what)
    },
  })
}

/** Authentication (clause 5). */
export const authenticationChecks: readonly Check[] = [
  ...protectedEndpoints.flatMap(checksOf),
  strangerCheck({
    id: 'auth.invalid-bearer.one-character',
    requirement: 'auth.invalid-bearer',
    description: ' and with one character of it changed. The second request is served nothing.',
    as: async (session) => [{ bearer: altered(session, await session.bearer()) }],
    what: 'for a Bearer value with one character changed',
  }),
  strangerCheck({
    id: 'auth.invalid-bearer.near-misses',
    requirement: 'auth.invalid-bearer',
    description: ', with one character more, and with one character less. Only the first request is served.',
    as: async (session) => {
      const { longer, shorter } = nearMisses(session, await session.bearer())
      return [{ bearer: longer! }, { bearer: shorter! }]
    },
    what: 'for a Bearer value that is nearly right',
  }),
  strangerCheck({
    id: 'auth.required.empty-bearer',
    requirement: 'auth.required',
    description: ' and with the word Bearer alone. The second request is served nothing.',
    as: () => [{ authorization: 'Bearer' }],
    what: 'for Bearer without a token',
  }),
  strangerCheck({
    id: 'auth.required.no-dsn',
    requirement: 'auth.required',
    needs: ['dsn'],
    description: ' and with the DSN, which is for the legacy API. The second request is served nothing.',
    as: () => ['dsn'],
    what: 'on the versioned API for a DSN',
  }),
  strangerCheck({
    id: 'auth.required.no-api-key',
    requirement: 'auth.required',
    needs: ['apiKey'],
    description: ' and with the API key, which is for the legacy API. The second request is served nothing.',
    as: () => ['apiKey'],
    what: 'on the versioned API for an API key',
  }),
  ...protectedWriteChecks,
  ...legacySchemeChecks,
]
