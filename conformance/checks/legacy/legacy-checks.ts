import { type Path, toAddress, at } from '../../catalogue/operation-paths.ts'
import { because, see, undeclared } from '../../conclusions/cause.ts'
import { type Failure, fail, insufficient, unlessConcluded } from '../../conclusions/conclusion.ts'
import type { Exchange } from '../../conclusions/exchange.ts'
import { answerPhrase, countPhrase, type Phrase, phrase, someIds } from '../../conclusions/phrase.ts'
import { isObject } from '../../reading/find-list.ts'
import { hasSuccessStatus } from '../../reading/success.ts'
import { mediaType, parseMethods } from '../../reading/headers.ts'
import { stripPrefix } from '../../reading/id-forms.ts'
import type { DeclaredCheck } from '../../judge/define-check.ts'
import type { Session } from '../../judge/session.ts'
import { askOnce, legacyAnswer } from '../shared-answers.ts'
import { joinWords } from '../similar.ts'
import { AnswerTraits } from '../traits.ts'
import { noListFact, readListPage } from '../lists/pages.ts'
import { firstPage } from '../lists/walked-list.ts'
import { eventsPath, groupsPath, legacyCredential } from '../paths.ts'
import {
  assertNotForRights,
  getRoot,
  refusesCredentials,
  noListSymptom,
  projectIds,
  refusedHere,
  rootAnswers,
  similarAnswers,
} from './legacy-answers.ts'

const rootChecks: readonly DeclaredCheck[] = [
  {
    id: 'legacy.root.version',
    effect: 'read',
    description:
      'GET /0/ returns 200 with a JSON object whose version is a string, with a query and each credential that is accepted there as well.',
    run: async (session) => {
      const exchange = await getRoot(session)
      if (refusesCredentials(exchange) && session.run.target.credentials?.integrationToken === undefined)
        insufficient(
          undeclared('credentials.integrationToken'),
          phrase`/0/ takes credentials: ${answerPhrase(exchange)}; declare credentials.integrationToken`,
          exchange,
        )
      const isRight = ({ request: { method }, response: { status, json } }: Exchange): boolean => {
        const isHead = method === 'HEAD'
        // legacy.root-allow.methods judges Allow; a refused HEAD says nothing about it.
        if (status !== 200) return isHead && status >= 400
        return isHead || (isObject(json) && typeof json['version'] === 'string')
      }
      const answers = isRight(exchange) ? await rootAnswers(session) : await unlessConcluded(rootAnswers(session))
      assertRoot(answers ?? [exchange], isRight, (wrong) => ({
        expected: phrase`200 with a JSON object that has a string field version`,
        fact:
          wrong.response.status === 200
            ? { kind: 'body', members: ['version'], at: wrong }
            : { kind: 'status', wanted: 200, at: wrong },
      }))
    },
  },
  {
    id: 'legacy.root-content-type.json',
    effect: 'read',
    after: ['legacy.root.version'],
    description:
      'GET /0/ returns Content-Type: application/json, with or without parameters of the type, a query and each credential that is accepted there.',
    run: async (session) =>
      assertRoot(
        (await rootAnswers(session)).filter(({ request }) => request.method !== 'HEAD'),
        (exchange) => mediaType(exchange) === 'application/json',
        (wrong) => ({
          expected: phrase`Content-Type: application/json`,
          got: phrase`${wrong.response.headers['content-type'] ?? phrase`none`}`,
          fact: { kind: 'header', name: 'content-type', at: wrong },
        }),
      ),
  },
  {
    id: 'legacy.root-allow.methods',
    effect: 'read',
    after: ['legacy.root.version'],
    description:
      'GET /0/ returns Allow with GET, HEAD and OPTIONS and no other method, in any order, with a query and each credential that is accepted there; and HEAD is served.',
    run: async (session) => {
      const answers = await rootAnswers(session)
      const isHead = ({ request }: Exchange) => request.method === 'HEAD'
      assertRoot(
        answers.filter((exchange) => !isHead(exchange)),
        ({ response: { headers } }) => [...parseMethods(headers['allow'])].sort().join(', ') === 'GET, HEAD, OPTIONS',
        (wrong) => ({
          expected: phrase`Allow: GET, HEAD, OPTIONS`,
          got: phrase`${wrong.response.headers['allow'] ?? phrase`no Allow header`}`,
          fact: { kind: 'header', name: 'allow', at: wrong },
        }),
      )
      assertRoot(
        answers.filter(isHead),
        ({ response }) => response.status < 400,
        (wrong) => ({
          expected: phrase`HEAD to be served, as Allow says`,
          fact: { kind: 'status', wanted: 'success', at: wrong },
        }),
      )
    },
  },
  {
    id: 'versions.side-by-side.both',
    effect: 'read',
    needs: ['bearer'],
    description:
      'GETs the legacy root and the list of environments of the current version: both are served, or neither.',
    run: async (session) => {
      const root = await getRoot(session)
      const { page, exchange } = await firstPage(session, at('environments.list'))
      const legacy = isObject(root.response.json) && typeof root.response.json['version'] === 'string'
      const versioned = page !== undefined && page.items.length > 0
      if (legacy && versioned) return
      if (versioned) assertNotGone(root, phrase`the legacy API next to /${session.run.version}/`)
      if (legacy) assertNotGone(exchange, phrase`/${session.run.version}/environments next to the legacy API`)
      insufficient(
        see('legacy.root', 'environments.list'),
        phrase`one of the two APIs does not answer as it should; see legacy.root and environments.list`,
      )
    },
  },
]

function assertNotGone(at: Exchange, expected: Phrase): void {
  const { status } = at.response
  if (status === 404 || status === 410) fail({ expected, fact: { kind: 'status', wanted: 'success', at } })
}

/**
 * A refusal is not a fault of the endpoint if clause 5 does not state the credential for the legacy API, or if the
 * token lacks rights: a never issued value then gets a different refusal.
 * @throws Conclusion `insufficientEvidence` in these cases.
 */
async function assertLegacyAllowed(session: Session, path: Path, exchange: Exchange): Promise<void> {
  // A token of the versioned API may see nothing here at all.
  const isHidden = exchange.response.status === 404 && legacyCredential(session) === 'bearer'
  if (!refusesCredentials(exchange) && !isHidden) return
  if (legacyCredential(session) !== 'integrationToken') refusedHere(session)
  await assertNotForRights(session, { path }, exchange)
}

const projectChecks: readonly DeclaredCheck[] = [
  {
    id: 'legacy.projects.served',
    effect: 'read',
    needs: ['legacy'],
    description: 'GET /0/projects/ returns 200 with at least one project that has an id, as a list or an object.',
    run: async (session) => {
      let exchange = await legacyAnswer(session, at('legacy-projects.list'))
      // It is not shown which credentials may see a project. If the token may not, the API key is bound to one.
      if (session.run.target.credentials?.apiKey === undefined || legacyCredential(session) === 'apiKey')
        await assertLegacyAllowed(session, at('legacy-projects.list'), exchange)
      else if (refusesCredentials(exchange))
        exchange = await askOnce(session, { path: at('legacy-projects.list'), as: 'apiKey' })
      const ids = projectIds(session, exchange)
      if (!ids)
        fail({
          expected: phrase`200 with project information`,
          fact: noListFact(exchange),
          ...(await similarAnswers(session, exchange, { path: at('legacy-projects.list') }, (other) =>
            Boolean(projectIds(session, other)),
          )),
        })
      if (ids.length === 0) insufficient(because.data, phrase`the answer names no project`)
    },
  },
  {
    id: 'legacy.projects-key.bound',
    effect: 'read',
    needs: ['apiKey', 'apiKeyProjectId'],
    after: ['auth.api-key.accepted'],
    description:
      'GET /0/projects/ with the API key returns the project of samples.apiKeyProjectId and no other; in a full run also with a query, if that is accepted, and once more.',
    run: async (session) => {
      const { quick, gentle, id } = session.run
      const call = { path: at('legacy-projects.list'), as: 'apiKey' } as const
      const first = await askOnce(session, call)
      await assertBound(session, first)
      if (quick || gentle) return
      const withQuery = await session.send({ ...call, query: { [id]: '1' } })
      await assertBound(session, await session.send(call), phrase`the same request, two requests earlier`, [
        first,
        withQuery,
      ])
      if (withQuery.response.status < 300)
        await assertBound(session, withQuery, phrase`the same request without a query, before and after it`)
    },
  },
]

/** Asserts that an answer contains only the project that the API key is bound to. */
async function assertBound(
  session: Session,
  exchange: Exchange,
  beside?: Phrase,
  before?: readonly Exchange[],
): Promise<void> {
  const earlier = before ? { earlier: before } : {}
  const bound = session.run.target.samples!.apiKeyProjectId!.slice(-27)
  // Only the id is judged here. Its form is judged by ids.never-prefixed.
  const ids = projectIds(session, exchange)?.map(stripPrefix)
  if (!ids?.includes(bound))
    fail({
      expected: phrase`the project ${bound} that the key is bound to`,
      ...(ids &&
        ids.length > 0 && {
          got: phrase`${exchange.response.status} with ${someIds(ids)}`,
          symptom: phrase`${ids.length === 1 ? 'another project' : 'other projects'} instead of the one of the key`,
        }),
      fact: ids ? { kind: 'missing', ids: [bound], pages: [exchange], ...earlier, at: exchange } : noListFact(exchange),
      beside,
    })
  const others = ids.filter((id) => id !== bound)
  if (others.length === 0) return
  const hasToken = session.run.target.credentials?.integrationToken !== undefined
  const byToken = hasToken
    ? await unlessConcluded(askOnce(session, { path: at('legacy-projects.list'), as: 'integrationToken' }))
    : undefined
  const seen = byToken && projectIds(session, byToken)?.map(stripPrefix)
  const isAll = seen !== undefined && seen.length === ids.length && seen.every((id) => ids.includes(id))
  const all = isAll ? phrase`, all that the integration token sees` : ''
  const seesAll = seen && phrase`the integration token sees ${countPhrase(seen.length, 'project')}`
  fail({
    expected: phrase`only the project that the key is bound to, ${bound}`,
    got: phrase`also ${someIds(others)}${all}`,
    symptom: phrase`${countPhrase(ids.length, 'project')}${all}${isAll ? ',' : ''} instead of the one of the key`,
    fact: { kind: 'present', ids: others, ...earlier, at: exchange },
    beside: joinWords([beside, seesAll]),
  })
}

async function assertLegacyList(session: Session, path: Path, what: 'groups' | 'events'): Promise<Phrase> {
  const exchange = await legacyAnswer(session, path)
  await assertLegacyAllowed(session, path, exchange)
  const page = readListPage(session, exchange)
  if (!page) {
    const isList = (other: Exchange) => readListPage(session, other) !== undefined
    const isServed = hasSuccessStatus(exchange)
    fail({
      expected: phrase`200 with a list of ${what}`,
      fact: noListFact(exchange),
      ...(isServed && { symptom: noListSymptom(exchange, what), remedy: phrase`Send a list of ${what}.` }),
      ...(await similarAnswers(session, exchange, { path }, isList, '0:0:0')),
    })
  }
  if (page.items.length === 0)
    insufficient(
      because.data,
      phrase`the list of ${what} at ${toAddress(path, session.run.names)} is empty; it takes at least one to see a list`,
    )
  return phrase`${page.items.length} on the first page`
}

const legacyListChecks: readonly DeclaredCheck[] = [
  {
    id: 'legacy.groups.list',
    effect: 'read',
    needs: ['projectId', 'legacy'],
    description: 'GET /0/projects/{project_id}/groups/ returns 200 with a list of groups.',
    run: (session) => assertLegacyList(session, groupsPath(session), 'groups'),
  },
  {
    id: 'legacy.events.list',
    effect: 'read',
    needs: ['issueId', 'legacy'],
    description: 'GET /0/issues/{issue_id}/events/ returns 200 with a list of events.',
    run: (session) => assertLegacyList(session, eventsPath(session), 'events'),
  },
]

/** Asserts something of all answers of the root. */
function assertRoot(
  answers: readonly Exchange[],
  isRight: (exchange: Exchange) => boolean,
  failureOf: (exchange: Exchange) => Pick<Failure, 'expected' | 'fact'> & Partial<Failure>,
): void {
  const traits = new AnswerTraits()
  // HEAD shows less than GET.
  for (const exchange of answers)
    if (!isRight(exchange) || exchange.request.method !== 'HEAD') traits.add(exchange, isRight(exchange))
  const wrong = answers.find((exchange) => !isRight(exchange))
  if (wrong) fail({ ...failureOf(wrong), ...traits.contrast(wrong) })
}

/** Reading the legacy API (clause 4.9). */
export const legacyChecks: readonly DeclaredCheck[] = [...rootChecks, ...projectChecks, ...legacyListChecks]
