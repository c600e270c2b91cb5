// A query string on every documented write (clause 4). The one on a POST of groups is in the room of the legacy API.
import { isUndone } from '../../reading/served.ts'
import { encode } from '../../reading/encode.ts'
import { because } from '../../conclusions/cause.ts'
import { fail, insufficient, notApplicable } from '../../conclusions/conclusion.ts'
import { findObject, memberOf } from '../../reading/find-list.ts'
import { day } from '../../reading/times.ts'
import type { Call } from '../../judge/call.ts'
import { type ActiveCheck, type Check, defineCheck } from '../../judge/define-check.ts'
import { once } from '../../judge/once.ts'
import type { Session } from '../../judge/session.ts'
import type { Exchange } from '../../conclusions/exchange.ts'
import { answer, phrase } from '../../conclusions/phrase.ts'
import { createToken, type Creation } from '../access-tokens/create-token.ts'
import { mainToken } from '../access-tokens/main-token.ts'
import { assertRoom, dropToken, isFull, isRefused, learnFull, noToken } from '../access-tokens/room.ts'
import { spareToken, spareTokens } from '../access-tokens/spare-tokens.ts'
import { withRoom } from '../access-tokens/with-room.ts'
import { accessTokensPath } from '../paths.ts'
import { targetNow } from '../target-clock.ts'

type Query = NonNullable<Call['query']>

/** No documented write has a parameter by this name. */
const query: Query = { conformance: '1' }

/** Refusals that may be about a parameter that the target does not know: clause 4 names none for these writes. */
const aboutParameter = new Set([400, 403, 409, 422])

/**
 * A write is carried out whatever its query. Only a target that refuses parameters which it does not know may refuse
 * it.
 * @param again Sends the same write without a query.
 * @throws Conclusion unless the write was accepted.
 */
async function assertTaken(what: string, exchange: Exchange, again: () => Promise<Exchange>): Promise<void> {
  const { status } = exchange.response
  if (status >= 200 && status < 300) return
  if (aboutParameter.has(status))
    notApplicable(
      because.refused,
      phrase`the target refuses a parameter that it does not know (${answer(exchange)}), and the specification names none for ${what}`,
    )
  const without = await again()
  // It was accepted before: what it is about may be gone by now.
  if (without.response.status >= 300)
    insufficient(because.refused, phrase`${what} is refused without a query too: ${answer(without)}`)
  fail({
    expected: phrase`${what} with a query string to be accepted, as it is without one`,
    got: answer(exchange),
    fact: { kind: 'status', wanted: 'success', at: exchange },
  })
}

/** A write that can be sent again as it is. */
async function assertCallTaken(session: Session, what: string, call: Call): Promise<void> {
  const send = (given: Query) => session.send({ ...call, query: given, repeatable: true })
  await assertTaken(what, await send(query), () => send({}))
}

/** A personal access token that is created with a query. */
const queried = once((own): Promise<Creation> => withRoom(own, () => createWithQuery(own)))

async function createWithQuery(own: Session): Promise<Creation> {
  const first = await askWithQuery(own, 'qry')
  const creation = (await isForLackOfRoom(own, first)) ? await askWithQuery(own, 'qry2') : first
  if (!(await isFull(own))) return creation
  // Others need the room.
  await dropToken(own, creation.id)
  return { ...creation, id: undefined }
}

async function askWithQuery(own: Session, use: string): Promise<Creation> {
  const { scopes, format } = await mainToken(own)
  const expiry = (await targetNow(own)) + 365 * day
  const creation = await createToken(own, { use, scopes, format, expiry, query })
  if (creation.id === undefined && isUndone(creation.exchange)) own.run.ledger.close(creation.entry)
  return creation
}

/** Whether a creation may be refused for lack of room: a token without a query tells, and makes room again. */
async function isForLackOfRoom(own: Session, { id, exchange }: Creation): Promise<boolean> {
  if (id !== undefined || !isRefused(exchange) || (await isFull(own))) return false
  const plain = await spareToken(own, 'query3')
  if (plain.id === undefined && isRefused(plain.exchange)) await learnFull(own, plain.exchange)
  await dropToken(own, plain.id)
  return true
}

/** A name in an answer about a token must be the one of the body: a query must not hide it. */
function assertNamed(exchange: Exchange, name: string): void {
  const found = memberOf(findObject(exchange.response.json), 'name')
  if (found !== undefined && found !== name)
    fail({
      expected: phrase`the name ${name} of the body, whatever the query`,
      got: phrase`${String(found)}`,
      fact: { kind: 'body', members: ['name'], at: exchange },
    })
}

const common: Pick<ActiveCheck, 'effect' | 'needs'> = { effect: 'write', needs: ['bearer'] }

/** Extra parameters may be given in the query string (clause 4). */
export const queryChecks: readonly Check[] = [
  defineCheck({
    ...common,
    id: 'http.query-on-writes.create-token',
    requirement: 'http.query-on-writes',
    after: ['pat.create.token'],
    description: 'Creates an access token with a parameter in the query string: it is accepted as without one.',
    run: async (session) => {
      const { exchange, name } = await queried(session)
      if (exchange.response.status >= 300) await assertRoom(session)
      await assertTaken(
        'the creation of an access token',
        exchange,
        async () => (await spareToken(session, 'query2')).exchange,
      )
      assertNamed(exchange, name)
    },
  }),
  defineCheck({
    ...common,
    id: 'http.query-on-writes.rename-token',
    requirement: 'http.query-on-writes',
    after: ['pat.name-updatable.rename'],
    description: 'Renames an access token with a parameter in the query string: it is accepted as without one.',
    run: async (session) => {
      const id = (await spareTokens(session)).kept ?? (await noToken(session))
      const path = `${accessTokensPath(session)}/${id}`
      const send = (name: string, given: Query) =>
        session.send({ method: 'POST', path, query: given, json: { name }, repeatable: true })
      const name = `${session.run.id}-qry3`
      const exchange = await send(name, query)
      await assertTaken('the new name of an access token', exchange, () => send(`${session.run.id}-qry4`, {}))
      assertNamed(exchange, name)
    },
  }),
  defineCheck({
    ...common,
    id: 'http.query-on-writes.delete-token',
    requirement: 'http.query-on-writes',
    after: ['pat.revoke.refused'],
    description: 'DELETEs an access token with a parameter in the query string: it is accepted as without one.',
    run: async (session) => {
      const { id: queriedId } = await queried(session)
      await withRoom(session, async () => {
        const id = queriedId ?? (await spareToken(session, 'query5')).id ?? (await noToken(session))
        await assertCallTaken(session, 'the deletion of an access token', {
          method: 'DELETE',
          path: `${accessTokensPath(session)}/${id}`,
        })
      })
    },
  }),
  defineCheck({
    effect: 'write',
    needs: ['bearer', 'adapterConnectionId', 'command'],
    id: 'http.query-on-writes.command',
    requirement: 'http.query-on-writes',
    after: ['services.invoke.result'],
    description: 'POSTs a command with a parameter in the query string: it is accepted as without one.',
    run: async (session) => {
      const { adapterConnectionId, command } = session.run.target.samples!
      const path = `/services/${adapterConnectionId}/${encode(command!.name)}`
      await assertCallTaken(session, 'a command', { method: 'POST', path, json: command!.validBody })
    },
  }),
  defineCheck({
    effect: 'write',
    needs: ['bearer', 'adapter'],
    id: 'http.query-on-writes.prepare-connect',
    requirement: 'http.query-on-writes',
    after: ['connect.prepare.code'],
    description: 'POSTs to prepare-connect with a parameter in the query string: it is accepted as without one.',
    run: async (session) => {
      const path = `/app/${session.run.target.samples!.adapter}/prepare-connect`
      await assertCallTaken(session, 'prepare-connect', { method: 'POST', path })
    },
  }),
  defineCheck({
    effect: 'read',
    needs: ['oauth'],
    id: 'http.query-on-writes.token-endpoint',
    requirement: 'http.query-on-writes',
    after: ['oauth.client-credentials.token'],
    description: 'POSTs to the token endpoint with a parameter in the query string: it is accepted as without one.',
    run: async (session) => {
      const { clientId, clientSecret } = session.run.target.credentials!.oauth!
      const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret }
      await assertCallTaken(session, 'a request for a token', {
        method: 'POST',
        path: '/oauth/token',
        as: 'none',
        form,
      })
    },
  }),
]
