import { type Exchange, summary } from '../../wire/exchange.ts'
import type { Session } from '../../run/session.ts'
import { blocked } from '../../run/verdict.ts'
import { isAccepted, servedElsewhere, type WayIn } from '../authentication/accepted-bearer.ts'
import { mainSecret, mainToken, rangeTokens, secretOf } from './access-tokens.ts'
import { attempts, renamed } from './access-tokens-changes.ts'
import { accessTokensPath, listTokensUntil, type TokenList } from './access-tokens-list.ts'

/** Milliseconds between the uses of a token that was revoked: that each part of a service knows of it at once is not stated. */
const patience = [0, 200, 400, 800] as const

export interface Revoked {
  readonly id: string
  readonly exchange: Exchange
  /** The text that stood where the main token's secret stands. */
  readonly secret: string | undefined
  /** Whether its secret worked before; undefined where no secret is known. */
  readonly workedBefore: boolean | undefined
  readonly worksAfter: boolean | undefined
  /** An answer that serves the secret behind the revocation in another place; undefined when none does. */
  readonly elsewhere: Exchange | undefined
  readonly list: TokenList | undefined
}

/** The token of two years is revoked: with its secret used before and behind, and the list behind that. */
export function revoked(session: Session): Promise<Revoked> {
  return session.fact('access tokens: revoked', async (own) => {
    const main = await mainToken(own)
    const { long, short } = await rangeTokens(own)
    const token = long.id === undefined ? short : long
    const { id } = token
    if (id === undefined) blocked('no second token could be created (see pat.expiry-range)')
    // Behind all that other checks see of the list, so that what goes wrong here is blamed on nothing else.
    await attempts(own).catch(() => undefined)
    const found = await mainSecret(own)
    const secret = secretOf(token, found)
    const way = found.acceptance?.way
    const works = async () => (way && secret !== undefined ? await isAccepted(own, way, secret) : undefined)
    const workedBefore = await works()
    const exchange = await own.send({ method: 'DELETE', path: `${accessTokensPath(own)}/${id}` })
    let worksAfter: boolean | undefined
    let elsewhere: Exchange | undefined
    for (const wait of exchange.response.status < 300 ? patience : patience.slice(0, 1)) {
      if (wait > 0) await own.run.time.sleep(wait)
      worksAfter = await works()
      elsewhere =
        way && secret !== undefined && worksAfter === false ? await servedElsewhere(own, way, secret) : undefined
      if (worksAfter !== true && !elsewhere) break
    }
    const known = await renamed(own).then(
      (change) => change.list.records,
      () => undefined,
    )
    const behind = await listTokensUntil(
      own,
      main.id,
      ({ records }) => exchange.response.status >= 300 || !records.has(id),
    ).catch(() => undefined)
    // What somebody else revoked before is not lost by this.
    const isLess = [main.id, short.id].some((one) => one !== undefined && known?.has(one) === false)
    const list = behind && isLess ? { ...behind, complete: false } : behind
    if (exchange.response.status < 300 && list && !list.records.has(id)) own.run.ledger.close({ ...token.entry, id })
    return { id, exchange, secret, workedBefore, worksAfter, elsewhere, list }
  })
}

/** The secret of the main token and how it is accepted. @throws Conclusion `blocked` where it is not. */
export async function mainAccess(session: Session): Promise<{ readonly secret: string; readonly way: WayIn }> {
  const { at, acceptance } = await mainSecret(session)
  if (at && acceptance?.way) return { secret: at.text, way: acceptance.way }
  blocked(
    `the secret of a token is not accepted (see pat.bearer)${acceptance ? `: ${summary(acceptance.exchange)}` : ''}`,
  )
}
