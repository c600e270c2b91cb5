import { toAddress, at } from '../../catalogue/operation-paths.ts'
import { because, see } from '../../conclusions/cause.ts'
import { blocked, fail, insufficient } from '../../conclusions/conclusion.ts'
import { serves } from '../../reading/success.ts'
import type { Call } from '../../judge/call.ts'
import type { DeclaredCheck } from '../../judge/define-check.ts'
import type { Session } from '../../judge/session.ts'
import type { Exchange } from '../../conclusions/exchange.ts'
import { answerPhrase, type Phrase, phrase } from '../../conclusions/phrase.ts'
import { askOnce, legacyAnswer } from '../shared-answers.ts'
import {
  assertNotForRights,
  noListSymptom,
  otherSchemes,
  refusesCredentials,
  projectIds,
  type Scheme,
  schemeNames,
  withOtherSchemes,
} from '../legacy/legacy-answers.ts'
import { readListPage } from '../lists/pages.ts'
import { eventsPath, groupsPath } from '../paths.ts'
import { askNeighbours, contrast, type Similar } from '../similar.ts'
import { dsnEndpoint } from './guarded-places.ts'

const projects = { path: at('legacy-projects.list') }

/** If a request is served without credentials too, a credential proves nothing: auth.legacy-required reports that. */
async function assertTelling(session: Session, call: Call): Promise<void> {
  if (serves(await askOnce(session, { ...call, as: 'none' })))
    insufficient(
      because.alike,
      phrase`${toAddress(call.path, session.run.names)} is served without credentials as well, so it does not show whether this one is accepted`,
    )
}

async function assertProjects(session: Session, as: Scheme, what: Phrase): Promise<void> {
  const exchange = await askOnce(session, { ...projects, as })
  if (!projectIds(session, exchange)) {
    await assertServedToOthers(session, as, exchange)
    if (as === 'integrationToken') await assertNotForRights(session, projects, exchange)
    const expected = phrase`${what} to be accepted at ${toAddress(projects.path, session.run.names)}`
    failRefused(expected, exchange, await refusedWords(session, projects, as))
  }
  await assertTelling(session, projects)
}

/**
 * If no credential is served the projects, legacy.projects is at fault, and nothing is shown about this credential.
 */
async function assertServedToOthers(session: Session, as: Scheme, exchange: Exchange): Promise<void> {
  const others = otherSchemes(session, as)
  const answers = await Promise.all(others.map((scheme) => askOnce(session, { ...projects, as: scheme })))
  // A refusal is about the credential, unless another credential shows otherwise.
  if (others.length === 0 && refusesCredentials(exchange)) return
  if (answers.every((other) => projectIds(session, other) === undefined))
    blocked(
      see('legacy.projects'),
      phrase`${toAddress(projects.path, session.run.names)} is served to no credential: ${answerPhrase(exchange)} (see legacy.projects)`,
      exchange,
    )
}

/** The other credentials that a request is served with, and the other requests with a refused one; after a failure. */
async function refusedWords(session: Session, call: Call, refused: Scheme): Promise<Similar> {
  const { credentials: { apiKey } = {}, samples = {} } = session.run.target
  const events = { path: eventsPath(session) }
  const isEvents = ({ path }: Call): boolean => JSON.stringify(path) === JSON.stringify(events.path)
  const isRight = (asked: Call) => (exchange: Exchange) =>
    serves(exchange) && (!isEvents(asked) || readListPage(session, exchange) !== undefined)
  const ask = async (asked: Call) => isRight(asked)(await askOnce(session.fork({ isNarrowing: true }), asked))
  const withPassword = {
    ...call,
    as: { authorization: `Basic ${btoa(`${apiKey}:password`)}` },
    wrong: 'apiKey',
  } as const
  const others: readonly Call[] = [
    projects,
    ...(samples.issueId === undefined ? [] : [events]),
    ...(samples.projectId === undefined ? [] : [{ path: groupsPath(session) }]),
  ]
  const near = await askNeighbours([
    ...withOtherSchemes(session, call, refused, isRight(call)),
    ...(refused === 'apiKey'
      ? [['the same request with the API key and a password', () => ask(withPassword)] as const]
      : []),
    ...others
      .filter(({ path }) => JSON.stringify(path) !== JSON.stringify(call.path))
      .map(
        (other) =>
          [
            phrase`${schemeNames[refused]} at ${toAddress(other.path, session.run.names)}`,
            () => ask({ ...other, as: refused }),
          ] as const,
      ),
  ])
  return { ...contrast(near), symptom: phrase`${schemeNames[refused]} is refused` }
}

/** Fails because a credential is refused that must be accepted. */
function failRefused(expected: Phrase, exchange: Exchange, similar: Similar = {}): never {
  return fail({ expected, fact: { kind: 'credential', works: false, at: exchange }, ...similar })
}

/** The credentials of the legacy API (clauses 5.4 to 5.6). */
export const legacySchemeChecks: readonly DeclaredCheck[] = [
  {
    id: 'auth.integration-token.projects',
    effect: 'read',
    asksAnonymously: true,
    needs: ['integrationToken'],
    description: 'GETs /0/projects/ with the integration token as Bearer: it is served, and not without the token.',
    run: async (session) => await assertProjects(session, 'integrationToken', phrase`the integration token`),
  },
  {
    id: 'auth.integration-token.events',
    effect: 'read',
    asksAnonymously: true,
    needs: ['integrationToken', 'issueId'],
    description:
      'GETs the events of samples.issueId with the integration token as Bearer: they are served, and not without the token.',
    run: async (session) => {
      const call = { path: eventsPath(session) }
      const exchange = await legacyAnswer(session, call.path)
      if (!readListPage(session, exchange)) {
        await assertNotForRights(session, call, exchange)
        failRefused(phrase`the integration token to be accepted for the events of an issue`, exchange, {
          ...(await refusedWords(session, call, 'integrationToken')),
          ...(serves(exchange) && { symptom: noListSymptom(exchange, 'events') }),
        })
      }
      await assertTelling(session, call)
    },
  },
  {
    id: 'auth.dsn.accepted',
    effect: 'read',
    asksAnonymously: true,
    needs: ['dsn', 'dsnPath'],
    description: 'GETs samples.dsnPath with Authorization: DSN: it is served, and not without the DSN.',
    run: async (session) => {
      const call = await dsnEndpoint.call(session)
      const exchange = await askOnce(session, { ...call, as: 'dsn' })
      if (!serves(exchange)) {
        const path = toAddress(call.path, session.run.names)
        const near = await askNeighbours(withOtherSchemes(session, call, 'dsn', (other) => serves(other) || undefined))
        failRefused(phrase`the DSN to be accepted at ${path}`, exchange, {
          ...contrast(near),
          remedy: phrase`Accept Authorization: DSN with the client key at ${path}.`,
        })
      }
      await assertTelling(session, call)
    },
  },
  {
    id: 'auth.api-key.accepted',
    effect: 'read',
    asksAnonymously: true,
    needs: ['apiKey'],
    description:
      'GETs /0/projects/ by HTTP Basic with the API key as user name and an empty password: it is served, and not without the key.',
    run: async (session) =>
      await assertProjects(session, 'apiKey', phrase`the API key, by HTTP Basic with an empty password,`),
  },
]
