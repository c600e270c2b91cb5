import type { Exchange } from '../exchange.ts'
import type { Session } from '../session.ts'
import { findObject, memberOf } from './find-list.ts'
import { isBare } from './id-forms.ts'
import type { IdPlace } from './id-places.ts'
import { pageOf } from './lists.ts'

const day = 86_400_000

function pathOf(session: Session): string {
  return session.run.target.paths?.accessTokens ?? '/access-tokens'
}

/** What a new token takes: as declared, else as the tokens that there are already show it. */
async function tokenBody(session: Session): Promise<{ scopes: unknown; expires_at: unknown }> {
  const declared = session.run.target.personalAccessTokens ?? {}
  const known = declared.scopes && declared.expiresAt ? undefined : pageOf(session, await session.send({ path: pathOf(session) }))?.items[0]
  const shown = memberOf(known, 'expires_at')
  const time = session.run.time.now() + 30 * day
  const format = declared.expiresAt ?? (typeof shown === 'number' ? (shown > 1e11 ? 'unix-milliseconds' : 'unix-seconds') : 'rfc3339')
  return {
    scopes: declared.scopes ?? memberOf(known, 'scopes'),
    expires_at: format === 'rfc3339' ? new Date(time).toISOString().replace(/\.\d+Z$/, 'Z') : Math.floor(format === 'unix-seconds' ? time / 1000 : time),
  }
}

/** Creates a token that the run deletes at its end; undefined when none came of it, which is for pat.create to judge. */
async function createToken(session: Session, use: string): Promise<string | undefined> {
  const { run } = session
  const path = pathOf(session)
  const body = await tokenBody(session)
  const name = `${run.id} ${use}`
  const entry = run.ledger.open({ runId: run.id, what: 'personal access token', name, path: `${path}/{id}` })
  const { response } = await session.send({ method: 'POST', path, json: { name, ...body } })
  const record = response.status < 300 ? findObject(response.json) : undefined
  for (const secret of Object.values(record ?? {})) if (typeof secret === 'string' && secret !== record?.['id'] && secret !== name) run.redactor.add(secret, 'personal_access_token')
  const id = record?.['id']
  if (response.status >= 400) run.ledger.close(entry)
  if (typeof id !== 'string' || !isBare(id)) return undefined
  run.ledger.identify(entry, id)
  return id
}

/**
 * The id of a token in the paths that rename and delete it; none where no token could be made. Renaming is tried on
 * one token, deleting on another, so that the first is there to be spared.
 */
export async function tokenPlaces(session: Session): Promise<readonly IdPlace[]> {
  const made = session.fact('tokens to try ids on', async (own) => ({ kept: await createToken(own, 'ids'), spent: await createToken(own, 'ids, to delete') }))
  const { kept, spent } = await made
  if (kept === undefined || spent === undefined) return []
  const path = (id: string) => `${pathOf(session)}/${encodeURIComponent(id)}`
  const rename = (id: string) => ({ method: 'POST', path: path(id), json: { name: `${session.run.id} renamed` } })
  const remove = (id: string) => ({ method: 'DELETE', path: path(id) })
  const control = (what: string, call: (own: Session) => Promise<Exchange>) => session.fact(`control of ${what}`, call)
  return [
    { what: 'the id of a token to rename', id: kept, prefix: 'pat_', call: rename, control: control('renaming a token', (own) => own.send(rename(kept))) },
    { what: 'the id of a token to delete', id: kept, prefix: 'pat_', call: remove, control: control('deleting a token', (own) => own.send(remove(spent))) },
  ]
}
