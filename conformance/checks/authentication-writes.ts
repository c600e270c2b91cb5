import { type ActiveCheck, type Check, defineCheck } from '../define-check.ts'
import { createToken, mainToken, rangeTokens } from '../discovery/access-tokens.ts'
import { revoked } from '../discovery/access-tokens-end.ts'
import { accessTokensPath } from '../discovery/access-tokens-list.ts'
import { groupsPath } from '../discovery/link-pages.ts'
import { serves } from '../discovery/served.ts'
import { type Exchange, summary } from '../exchange.ts'
import type { Session } from '../session.ts'
import { blocked, fail } from '../verdict.ts'
import { postFacts } from './legacy-groups.ts'

function assertRefused(exchange: Exchange, what: string): void {
  if (serves(exchange)) fail(`no ${what} without credentials`, summary(exchange))
}

/** A token that no other check needs any more. @throws Conclusion `blocked` when there is none. */
async function spareToken(session: Session): Promise<string> {
  const { exchange, id: gone } = await revoked(session)
  if (exchange.response.status >= 300) blocked(`a token cannot be revoked with credentials either: ${summary(exchange)}`)
  const { short } = await rangeTokens(session)
  return short.id === undefined || short.id === gone ? blocked('no spare token could be created (see pat.expiry-range)') : short.id
}

const tokens: Pick<ActiveCheck, 'effect' | 'needs' | 'requirement'> = { requirement: 'auth.required', effect: 'write', needs: ['bearer'] }

/** Writes without credentials, where the same ones succeeded with them (clauses 5.1 and 5.4). */
export const protectedWriteChecks: readonly Check[] = [
  defineCheck({
    ...tokens, id: 'auth.required.access-tokens-create', after: ['pat.create.token'], description: 'POSTs the same creation of an access token that succeeded, without credentials; nothing is served.',
    run: async (session) => {
      const { scopes, format, expiry } = await mainToken(session)
      const creation = await createToken(session, { use: 'without credentials', scopes, format, expiry, as: 'none' })
      if (creation.id === undefined) session.run.ledger.close(creation.entry)
      assertRefused(creation.exchange, 'token to be created')
    },
  }),
  defineCheck({
    ...tokens, id: 'auth.required.access-tokens-rename', after: ['pat.name-updatable.rename'], description: 'POSTs a new name to an access token without credentials, as succeeded with them; nothing is served.',
    run: async (session) => {
      const path = `${accessTokensPath(session)}/${await spareToken(session)}`
      assertRefused(await session.send({ method: 'POST', path, json: { name: `${session.run.id} without credentials` }, as: 'none' }), 'token to be renamed')
    },
  }),
  defineCheck({
    ...tokens, id: 'auth.required.access-tokens-revoke', after: ['pat.revoke-unlists.list', 'auth.required.access-tokens-rename'], description: 'DELETEs an access token without credentials, as succeeded with them; nothing is served.',
    run: async (session) => {
      const path = `${accessTokensPath(session)}/${await spareToken(session)}`
      assertRefused(await session.send({ method: 'DELETE', path, as: 'none' }), 'token to be revoked')
    },
  }),
  defineCheck({
    id: 'auth.legacy-required.groups-post', requirement: 'auth.legacy-required', effect: 'write', needs: ['legacy', 'projectId'], after: ['legacy.groups-post.body'], description: 'POSTs to the legacy groups without credentials what was taken with them; nothing is served.',
    run: async (session) => {
      const { run } = session
      const { status, byDefault, byBody } = await postFacts(session)
      if (!byDefault.taken && !byBody.taken) blocked(`no POST is taken with credentials either: ${summary(byBody.exchange)}`)
      const entry = run.ledger.open({ runId: run.id, what: 'group', name: '(groups carry no name)', path: '' })
      const exchange = await session.send({ method: 'POST', path: groupsPath(session), json: byDefault.taken ? {} : { status }, as: 'none' })
      if (!serves(exchange)) run.ledger.close(entry)
      assertRefused(exchange, 'POST to be taken')
    },
  }),
]
