import { blocked, fail, insufficient } from '../../catalogue/verdict.ts'
import { serves } from '../../reading/served.ts'
import type { Call } from '../../run/call.ts'
import { type Check, defineCheck } from '../../run/define-check.ts'
import type { Session } from '../../run/session.ts'
import { type Exchange, summary } from '../../wire/exchange.ts'
import { answerTo, asNeverIssued, legacyAnswer } from '../answers.ts'
import { isRefusal, projectIds } from '../legacy/legacy-answers.ts'
import { pageOf } from '../lists/pages.ts'
import { altered } from '../near-misses.ts'
import { eventsPath } from '../paths.ts'

const projects: Call = { path: '/0/projects/' }

/** If a request is served without credentials too, a credential proves nothing: that is auth.legacy-required. */
async function assertTelling(session: Session, call: Call): Promise<void> {
  if (serves(await answerTo(session, { ...call, as: 'none' })))
    insufficient(`${call.path} is served without credentials as well, so it does not show whether this one is accepted`)
}

type Scheme = 'integrationToken' | 'apiKey' | 'bearer'

async function assertProjects(session: Session, as: Scheme, what: string): Promise<void> {
  const exchange = await answerTo(session, { ...projects, as })
  if (!projectIds(session, exchange)) {
    await assertServedToOthers(session, as, exchange)
    if (as === 'integrationToken') await assertNotForRights(session, projects, exchange)
    fail(`${what} to be accepted at ${projects.path}`, summary(exchange))
  }
  await assertTelling(session, projects)
}

/** Projects that no credential is served are a fault of legacy.projects, and show nothing about this credential. */
async function assertServedToOthers(session: Session, as: Scheme, exchange: Exchange): Promise<void> {
  const { credentials = {} } = session.run.target
  const others = (['integrationToken', 'apiKey', 'bearer'] as const).filter(
    (one) =>
      one !== as && (one === 'bearer' ? (credentials.token ?? credentials.oauth) : credentials[one]) !== undefined,
  )
  const answers = await Promise.all(others.map((one) => answerTo(session, { ...projects, as: one })))
  // A refusal is about the credential, unless another one shows otherwise.
  if (others.length === 0 && isRefusal(exchange)) return
  if (answers.every((other) => projectIds(session, other) === undefined))
    blocked(`${projects.path} is served to no credential: ${summary(exchange)} (see legacy.projects)`)
}

/** A token that is refused in another way than a value that was never issued was accepted, and lacks rights. */
async function assertNotForRights(session: Session, call: Call, exchange: Exchange): Promise<void> {
  if (exchange.response.status === 403 && (await asNeverIssued(session, call)).response.status === 401)
    insufficient(
      `the integration token is known, but may not see ${call.path}: ${summary(exchange)}; ` +
        'declare one in credentials.integrationToken that may',
    )
}

function assertRefused(exchange: Exchange, what: string): void {
  if (serves(exchange)) fail(`nothing to be served ${what}`, summary(exchange))
}

/** `samples.dsnPath`, for which the target file says that it takes a DSN. */
function dsnCall({ run }: Session): Call {
  return { path: run.target.samples!.dsnPath! }
}

/** The same DSN with another key: only the part before the @ differs. */
function otherDsn(session: Session, dsn: string): string {
  const match = /^([a-z]+:\/\/)([^@/]+)(@.*)$/.exec(dsn)
  if (!match) return altered(session, dsn)
  const other = `${match[1]}${altered(session, match[2]!)}${match[3]}`
  session.run.redactor.addAltered(other, dsn, 'with one character changed')
  return other
}

/** The credentials of the legacy API (clauses 5.4 to 5.6). */
export const legacySchemeChecks: readonly Check[] = [
  defineCheck({
    id: 'auth.integration-token.projects',
    requirement: 'auth.integration-token',
    effect: 'read',
    needs: ['integrationToken'],
    description: 'GETs /0/projects/ with the integration token as Bearer: it is served, and not without the token.',
    run: async (session) => await assertProjects(session, 'integrationToken', 'the integration token'),
  }),
  defineCheck({
    id: 'auth.integration-token.events',
    requirement: 'auth.integration-token',
    effect: 'read',
    needs: ['integrationToken', 'issueId'],
    description:
      'GETs the events of samples.issueId with the integration token as Bearer: they are served, ' +
      'and not without the token.',
    run: async (session) => {
      const call = { path: eventsPath(session) }
      const exchange = await legacyAnswer(session, call.path)
      if (!pageOf(session, exchange)) {
        await assertNotForRights(session, call, exchange)
        fail('the integration token to be accepted for the events of an issue', summary(exchange))
      }
      await assertTelling(session, call)
    },
  }),
  defineCheck({
    id: 'auth.legacy-required.one-character',
    requirement: 'auth.legacy-required',
    effect: 'read',
    needs: ['integrationToken'],
    after: ['auth.integration-token.projects'],
    description: 'GETs /0/projects/ with one character of the integration token changed: nothing is served.',
    run: async (session) => {
      const token = altered(session, session.run.target.credentials!.integrationToken!)
      assertRefused(
        await session.send({ ...projects, as: { bearer: token } }),
        'for an integration token with one character changed',
      )
    },
  }),
  defineCheck({
    id: 'auth.dsn.accepted',
    requirement: 'auth.dsn',
    effect: 'read',
    needs: ['dsn', 'dsnPath'],
    description: 'GETs samples.dsnPath with Authorization: DSN: it is served, and not without the DSN.',
    run: async (session) => {
      const exchange = await session.send({ ...dsnCall(session), as: 'dsn' })
      if (!serves(exchange)) fail('the DSN to be accepted at samples.dsnPath', summary(exchange))
      await assertTelling(session, dsnCall(session))
    },
  }),
  defineCheck({
    id: 'auth.dsn-verified.wrong',
    requirement: 'auth.dsn-verified',
    effect: 'read',
    needs: ['dsn', 'dsnPath'],
    after: ['auth.dsn.accepted'],
    description: 'GETs samples.dsnPath with one character of the key in the DSN changed: nothing is served.',
    run: async (session) => {
      const authorization = `DSN ${otherDsn(session, session.run.target.credentials!.dsn!)}`
      assertRefused(
        await session.send({ ...dsnCall(session), as: { authorization } }),
        'for a DSN that is not a client key',
      )
    },
  }),
  defineCheck({
    id: 'auth.api-key.accepted',
    requirement: 'auth.api-key',
    effect: 'read',
    needs: ['apiKey'],
    description:
      'GETs /0/projects/ by HTTP Basic with the API key as user name and an empty password: ' +
      'it is served, and not without the key.',
    run: async (session) =>
      await assertProjects(session, 'apiKey', 'the API key, by HTTP Basic with an empty password,'),
  }),
  defineCheck({
    id: 'auth.api-key-verified.wrong',
    requirement: 'auth.api-key-verified',
    effect: 'read',
    needs: ['apiKey'],
    after: ['auth.api-key.accepted'],
    description: 'GETs /0/projects/ by HTTP Basic with one character of the API key changed: nothing is served.',
    run: async (session) => {
      const authorization = `Basic ${btoa(`${altered(session, session.run.target.credentials!.apiKey!)}:`)}`
      assertRefused(
        await session.send({ ...projects, as: { authorization } }),
        'for a user name that is not an API key',
      )
    },
  }),
  defineCheck({
    id: 'auth.api-key-verified.empty',
    requirement: 'auth.api-key-verified',
    effect: 'read',
    needs: ['apiKey'],
    after: ['auth.api-key.accepted'],
    description: 'GETs /0/projects/ by HTTP Basic with an empty user name and password: nothing is served.',
    run: async (session) =>
      assertRefused(
        await session.send({ ...projects, as: { authorization: `Basic ${btoa(':')}` } }),
        'for an empty user name',
      ),
  }),
]
