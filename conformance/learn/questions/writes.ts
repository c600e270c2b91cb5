// The questions that change something. Objects that they create and some operation deletes are deleted at the end.
import { at, type Path } from '../../catalogue/operation-paths.ts'
import { firstCreation, type MainToken, spareToken } from '../../checks/tokens/main-token.ts'
import { scopeCount, singleScope } from '../../checks/tokens/scopes.ts'
import { findSecret, secretTexts } from '../../checks/tokens/token-secret.ts'
import { postGroup } from '../../checks/legacy/posted-groups.ts'
import { openedWithCode } from '../../checks/connect/open-address.ts'
import { firstPrepare } from '../../checks/connect/state-codes.ts'
import { otherId } from '../../reading/id-forms.ts'
import type { Target } from '../../target/target-file.ts'
import type { Exchange } from '../../conclusions/exchange.ts'
import type { Session } from '../../judge/session.ts'
import { parseJson } from '../../send/parse-json.ts'
import { collectTexts, findMember, isObject } from '../../reading/find-list.ts'
import { hasSuccessStatus, isRefusalStatus } from '../../reading/success.ts'
import { anything, anyValue, matchesBoth, refused, recordedMembers, succeeded } from './matching.ts'
import type { CallContext, QuestionContext, Question, RecordedCall } from './question.ts'
import { type RecordedMatch, recordedAs } from './reads.ts'

/** A question about the token that was created first. Without one it is not asked. */
export function tokenQuestion(
  id: string,
  asks: string,
  ask: (token: MainToken, asking: QuestionContext) => Promise<Exchange | undefined>,
  recorded?: RecordedMatch,
): Question {
  return {
    ...recorded,
    id,
    asks,
    needs: ['bearer'],
    effect: 'write',
    ask: async (asking) => {
      const { token } = await firstCreation(asking.session)
      return token && (await ask(token, asking))
    },
  }
}

/** The questions that change something, in the order of asking. */
export const writeQuestions: readonly Question[] = [
  {
    id: 'access-tokens.create',
    asks: 'POST a personal access token',
    needs: ['bearer'],
    effect: 'write',
    ask: async ({ session }) => (await firstCreation(session)).exchange,
    ...recordedAs('access-tokens.create', succeeded),
  },
  tokenQuestion(
    'access-tokens.as-secret',
    'GET the personal access tokens with the new secret',
    async (token, { session, answers }) => {
      if (answers.record('access-tokens.create') === undefined) return undefined
      const { at: secret } = await findSecret(session, secretTexts(token.exchange.response.json, token.sent, token.id))
      return secret && (await session.send({ path: at('access-tokens.list'), as: { bearer: secret.text } }))
    },
    recordedAs('access-tokens.list', matchesBoth(succeeded, hasNewSecret)),
  ),
  tokenQuestion(
    'access-tokens.without-name',
    'POST a personal access token without a name',
    async (_token, { session }) => (await spareToken(session, 'unnamed', { omit: 'name' })).exchange,
    recordedAs(
      'access-tokens.create',
      matchesBoth(refused, (recorded) => {
        const body = recordedMembers(recorded)
        return !('name' in body) && 'scopes' in body && 'expires_at' in body
      }),
    ),
  ),
  tokenQuestion(
    'access-tokens.unknown-member',
    'POST a new name of the token, with an unknown member beside it',
    ({ id, name }, { session }) => sendRename(session, id, { name, unknown_member: true }),
  ),
  tokenQuestion(
    'access-tokens.rename',
    'POST a new name of the token',
    ({ id, name }, { session }) => sendRename(session, id, { name: `${name}-renamed` }),
    recordedAs(
      'access-tokens.rename',
      matchesBoth(succeeded, (recorded) => Object.keys(recordedMembers(recorded)).join() === 'name'),
    ),
  ),
  tokenQuestion(
    'access-tokens.one-scope',
    'GET environments, products and resources with a token of one scope',
    askOneScope,
  ),
  tokenQuestion(
    'access-tokens.revoke',
    'DELETE a personal access token',
    async (_token, { session }) => {
      const { id, entry } = await spareToken(session, 'revoked')
      if (id === undefined) return undefined
      const exchange = await session.send({ method: 'DELETE', path: at('access-tokens.revoke', { id }), entry })
      if (exchange.response.status < 300) session.run.ledger.close(entry)
      return exchange
    },
    recordedAs('access-tokens.revoke', succeeded),
  ),
  tokenQuestion('access-tokens.unknown', 'POST a new name of a token that does not exist', ({ id }, { session }) =>
    sendRename(session, otherId(id), { name: 'emulator learn' }),
  ),
  {
    id: 'legacy.groups.create',
    asks: 'POST a group',
    needs: ['legacy', 'projectId'],
    effect: 'write',
    ask: askGroup,
    ...recordedAs('groups.create', succeeded),
  },
  {
    id: 'legacy.groups.without-status',
    asks: 'POST a group without a status, where one with a status was created',
    needs: ['legacy', 'projectId'],
    effect: 'write',
    ask: async ({ session, answers }) => {
      const created = answers.get('legacy.groups.create')
      return created && namesStatus(created) ? (await postGroup(session, {}, {})).exchange : undefined
    },
  },
  invokeQuestion('services.invoke', 'POST samples.command with its valid body', ({ validBody }) => validBody),
  invokeQuestion('services.invoke-invalid', 'POST samples.command with only an unknown member', () => ({
    unknown_member: 1,
  })),
  {
    id: 'connect.prepare',
    asks: 'POST prepare-connect of samples.adapter',
    needs: ['bearer', 'adapter'],
    effect: 'write',
    ask: async ({ session }) => (await firstPrepare(session)).exchange,
    ...recordedAs('connect.prepare', succeeded),
  },
  {
    id: 'connect.browser',
    asks: 'GET connect with the state code, as a browser does',
    needs: ['bearer', 'adapter'],
    effect: 'write',
    ask: async ({ session }) => {
      const { codes } = await firstPrepare(session)
      return codes.length === 0 ? undefined : (await openedWithCode(session)).exchange
    },
    ...recordedAs('connect.browser', anything, { query: { prepare_state: anyValue }, as: 'none' }),
  },
]

function hasNewSecret({ authorization = '' }: RecordedCall, { answers }: CallContext): boolean {
  const bearer = authorization.replace(/^bearer /i, '')
  return bearer !== '' && collectTexts(answers.json('access-tokens.create')).some(({ text }) => text === bearer)
}

/** A question about the sample command. */
export function invokeQuestion(id: string, asks: string, bodyOf: (command: SampleCommand) => unknown): Question {
  return {
    id,
    asks,
    needs: ['bearer', 'adapterConnectionId', 'command'],
    effect: 'write',
    onlyForm: false,
    ask: ({ session }) => {
      const { adapterConnectionId = '', command } = session.run.target.samples!
      const path = at('services.invoke', { adapterConnectionId, command: command!.name })
      return session.send({ method: 'POST', path, json: bodyOf(command!), leavesNothing: true })
    },
  }
}

/** Creates a group without members, or else with the status of a listed one. */
async function askGroup({ session, answers }: QuestionContext): Promise<Exchange> {
  const { exchange, taken } = await postGroup(session, {}, {})
  const statuses = (answers.list('legacy.groups.list')?.items ?? []).map((item) => findMember(item, 'status'))
  const status = statuses.find((found) => typeof found === 'string')
  return taken || status === undefined ? exchange : (await postGroup(session, { status }, {})).exchange
}

/** True if a request for a group has a status. */
export function namesStatus({ request: { url, body } }: Exchange): boolean {
  const json = parseJson(body ?? '')
  return new URL(url).searchParams.has('status') || (isObject(json) && Object.hasOwn(json, 'status'))
}

type SampleCommand = NonNullable<NonNullable<Target['samples']>['command']>

/** Renames a token by a body that may be wrong. */
export function sendRename(session: Session, id: string, json: Readonly<Record<string, unknown>>): Promise<Exchange> {
  return session.send({ method: 'POST', path: at('access-tokens.rename', { id }), json, repeatable: true })
}

/**
 * Sends requests that a token with one scope should not be allowed, and returns the first refusal or else the last
 * answer.
 */
async function askOneScope(token: MainToken, { session, answers }: QuestionContext): Promise<Exchange | undefined> {
  if (scopeCount(token.scopes) < 2) return undefined
  const made = await spareToken(session, 'one-scope', { scopes: singleScope(token.scopes, 0) })
  const secret = session.run.findings.get('secretName')
  const candidates = secretTexts(made.exchange.response.json, made.sent, made.id ?? '')
  const text = candidates.find(({ path }) => path.at(-1) === secret)?.text
  if (made.id === undefined || text === undefined) return undefined
  const paths = [at('environments.list'), at('resources.list'), at('access-tokens.list')]
  const { catalogId } = session.run.target.samples ?? {}
  if (catalogId !== undefined) paths.push(at('products.list', { catalog_id: catalogId }))
  const askWith = (path: Path): Promise<Exchange> => session.send({ path, as: { bearer: text }, refusalStands: true })
  let last: Exchange | undefined
  let served = false
  for (const path of paths) {
    last = await askWith(path)
    // A token that is refused everywhere is not yet known, or is not a credential.
    if (isRefusalStatus(last.response.status) && !served && (await isStillServed(session, paths, path, text))) {
      served = true
      // It may have become known in between.
      last = await askWith(path)
    }
    served ||= hasSuccessStatus(last)
    if (isRefusalStatus(last.response.status) && served) return last
  }
  // A secret that is not yet known is refused like a missing credential.
  const isKnown = served || last?.response.status !== answers.status('environments.as-stranger')
  return isKnown && answers.hasSuccess('environments.list') ? last : undefined
}

async function isStillServed(session: Session, paths: readonly Path[], but: Path, bearer: string): Promise<boolean> {
  for (const path of paths) {
    if (path === but) continue
    if (hasSuccessStatus(await session.send({ path, as: { bearer }, refusalStands: true }))) return true
  }
  return false
}
