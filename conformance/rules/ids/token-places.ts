import type { Exchange } from '../../wire/exchange.ts'
import type { Session } from '../../run/session.ts'
import { createToken, type Creation, listAtFirst, mainToken } from '../access-tokens/access-tokens.ts'
import { day } from '../access-tokens/access-tokens-formats.ts'
import { accessTokensPath } from '../access-tokens/access-tokens-list.ts'
import type { IdPlace } from './id-places.ts'
import { targetNow } from '../lifetimes/passing-time.ts'

/** Ids of tokens, in the order in which they were created, one behind the answer about the other. */
export interface SpareTokens {
  readonly ids: readonly string[]
  /** Stays until the end of the run. */
  readonly kept: string | undefined
  /** To be deleted. */
  readonly spent: string | undefined
}

/** One more token, a year long. */
export async function spareToken(session: Session, use: string): Promise<Creation> {
  const { scopes, format } = await mainToken(session)
  const creation = await createToken(session, { use, scopes, format, expiry: (await targetNow(session)) + 365 * day })
  if (creation.id === undefined && creation.exchange.response.status >= 300) session.run.ledger.close(creation.entry)
  return creation
}

/** @throws Conclusion `blocked` when no token can be created: pat.create says why. */
export function spareTokens(session: Session): Promise<SpareTokens> {
  return session.fact('spare tokens', async (own) => {
    const { id } = await mainToken(own)
    // What that list lacks is found by the tokens that are looked for there: a newer one could hide it.
    await listAtFirst(own).catch(() => undefined)
    const made: (string | undefined)[] = []
    for (const use of ['ids', 'del']) made.push((await spareToken(own, use)).id)
    return { ids: [id, ...made].filter((one) => one !== undefined), kept: made[0], spent: made[1] }
  })
}

/**
 * The id of a token in the paths that rename and delete it; none where no token could be made. Deleting is tried on
 * another token than the one whose id is then malformed, so that this one is there to be spared.
 */
export async function tokenPlaces(session: Session): Promise<readonly IdPlace[]> {
  const { kept, spent } = await spareTokens(session).catch((): Partial<SpareTokens> => ({}))
  if (kept === undefined || spent === undefined) return []
  const path = (id: string) => `${accessTokensPath(session)}/${encodeURIComponent(id)}`
  // Names may have to differ.
  const rename = (id: string) => ({
    method: 'POST',
    path: path(id),
    json: { name: `${session.run.id}-ids${id === kept ? 2 : 3}` },
  })
  const remove = (id: string) => ({ method: 'DELETE', path: path(id) })
  const control = (what: string, call: (own: Session) => Promise<Exchange>) => session.fact(`control of ${what}`, call)
  return [
    {
      what: 'the id of a token to rename',
      id: kept,
      prefix: 'pat_',
      call: rename,
      control: control('renaming a token', (own) => own.send(rename(kept))),
    },
    {
      what: 'the id of a token to delete',
      id: kept,
      prefix: 'pat_',
      call: remove,
      control: control('deleting a token', (own) => own.send(remove(spent))),
    },
  ]
}
