// The questions that change something. What they make is deleted at the end.
import { at, type Path } from '../catalogue/operation-paths.ts'
import { createToken, forgetRefused } from '../checks/access-tokens/create-token.ts'
import { firstCreation } from '../checks/access-tokens/main-token.ts'
import { scopeCount, singleScope } from '../checks/access-tokens/scopes.ts'
import { findSecret, secretTexts } from '../checks/access-tokens/token-secret.ts'
import { openedWithCode } from '../checks/connect/open-address.ts'
import { prepare } from '../checks/connect/state-codes.ts'
import type { Exchange } from '../conclusions/exchange.ts'
import type { Session } from '../judge/session.ts'
import { hasSuccessStatus } from '../reading/success.ts'
import type { Declaration } from '../target/declarations.ts'
import type { Asking, Question } from './question.ts'

const environments = at('environments.list')

const tokens: readonly Declaration[] = ['bearer']

export const writeQuestions: readonly Question[] = [
  {
    id: 'access-tokens.create',
    asks: 'POST a personal access token',
    needs: tokens,
    effect: 'write',
    ask: async ({ session }) => (await firstCreation(session)).exchange,
  },
  {
    id: 'access-tokens.as-secret',
    asks: 'GET the personal access tokens with the new secret',
    needs: tokens,
    effect: 'write',
    ask: async ({ session, answers }) => {
      const { token } = await firstCreation(session)
      if (!token || answers.record('access-tokens.create') === undefined) return undefined
      const { at: secret } = await findSecret(session, secretTexts(token.exchange.response.json, token.sent, token.id))
      return secret && (await session.send({ path: at('access-tokens.list'), as: { bearer: secret.text } }))
    },
  },
  {
    id: 'access-tokens.without-name',
    asks: 'POST a personal access token without a name',
    needs: tokens,
    effect: 'write',
    ask: async ({ session }) => {
      const { token } = await firstCreation(session)
      if (!token) return undefined
      const { scopes, expiry, format } = token
      const wish = { use: 'unnamed', scopes, expiry, format, omit: 'name' } as const
      return forgetRefused(session, await createToken(session, wish)).exchange
    },
  },
  {
    id: 'access-tokens.unknown-member',
    asks: 'POST a new name of the token, with an unknown member beside it',
    needs: tokens,
    effect: 'write',
    ask: async ({ session }) => {
      const { token } = await firstCreation(session)
      return token && (await rename(session, token.id, { name: token.name, unknown_member: true }))
    },
  },
  {
    id: 'access-tokens.rename',
    asks: 'POST a new name of the token',
    needs: tokens,
    effect: 'write',
    ask: async ({ session }) => {
      const { token } = await firstCreation(session)
      return token && (await rename(session, token.id, { name: `${token.name}-renamed` }))
    },
  },
  {
    id: 'access-tokens.one-scope',
    asks: 'GET environments, products and resources with a token of one scope',
    needs: tokens,
    effect: 'write',
    ask: withOneScope,
  },
  {
    id: 'access-tokens.revoke',
    asks: 'DELETE a personal access token',
    needs: tokens,
    effect: 'write',
    ask: async ({ session }) => {
      const { token } = await firstCreation(session)
      if (!token) return undefined
      const { scopes, expiry, format } = token
      const { id, entry } = forgetRefused(
        session,
        await createToken(session, { use: 'revoked', scopes, expiry, format }),
      )
      if (id === undefined) return undefined
      const exchange = await session.send({ method: 'DELETE', path: at('access-tokens.revoke', { id }), entry })
      if (exchange.response.status < 300) session.run.ledger.close(entry)
      return exchange
    },
  },
  {
    id: 'connect.prepare',
    asks: 'POST prepare-connect of samples.adapter',
    needs: ['bearer', 'adapter'],
    effect: 'write',
    ask: async ({ session }) => (await prepare(session)).exchange,
  },
  {
    id: 'connect.browser',
    asks: 'GET connect with the state code, as a browser does',
    needs: ['bearer', 'adapter'],
    effect: 'write',
    ask: async ({ session }) => {
      const { codes } = await prepare(session)
      return codes.length === 0 ? undefined : (await openedWithCode(session)).exchange
    },
  },
]

function rename(session: Session, id: string, json: Readonly<Record<string, unknown>>): Promise<Exchange> {
  return session.send({ method: 'POST', path: at('access-tokens.rename', { id }), json, repeatable: true })
}

/** Asks for what a token of one scope should not see: the first refusal, or else the last answer. */
async function withOneScope({ session, answers }: Asking): Promise<Exchange | undefined> {
  const { token } = await firstCreation(session)
  if (!token || scopeCount(token.scopes) < 2) return undefined
  const { scopes, expiry, format } = token
  const oneScope = { use: 'one-scope', scopes: singleScope(scopes, 0), expiry, format }
  const made = forgetRefused(session, await createToken(session, oneScope))
  const secret = session.run.findings.get('secretName')
  const candidates = secretTexts(made.exchange.response.json, made.sent, made.id ?? '')
  const text = candidates.find(({ path }) => path.at(-1) === secret)?.text
  if (made.id === undefined || text === undefined) return undefined
  const paths = [environments, at('resources.list'), at('access-tokens.list')]
  const { catalogId } = session.run.target.samples ?? {}
  if (catalogId !== undefined) paths.push(at('products.list', { catalog_id: catalogId }))
  const askWith = (path: Path): Promise<Exchange> => session.send({ path, as: { bearer: text }, refusalStands: true })
  let last: Exchange | undefined
  let served = false
  for (const path of paths) {
    last = await askWith(path)
    // One that refuses everything is not yet known, or no credential at all.
    if (isRefusal(last) && !served && (await isServed(session, paths, path, text))) {
      served = true
      // It may have become known in between.
      last = await askWith(path)
    }
    served ||= hasSuccessStatus(last)
    if (isRefusal(last) && served) return last
  }
  // A secret that is not yet known is refused as no credential is.
  const isKnown = served || last?.response.status !== answers.status('environments.as-stranger')
  return isKnown && answers.hasSuccess('environments.list') ? last : undefined
}

const isRefusal = ({ response: { status } }: Exchange): boolean => status >= 400 && status < 500

async function isServed(session: Session, paths: readonly Path[], but: Path, bearer: string): Promise<boolean> {
  for (const path of paths) {
    if (path === but) continue
    if (hasSuccessStatus(await session.send({ path, as: { bearer }, refusalStands: true }))) return true
  }
  return false
}
