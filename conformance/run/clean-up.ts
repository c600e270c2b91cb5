import { accessTokensPath, listTokens, type TokenList } from '../rules/access-tokens/access-tokens-list.ts'
import { memberOf } from '../reading/find-list.ts'
import type { LedgerEntry } from './ledger.ts'
import type { Run } from './run.ts'
import { Session } from './session.ts'

/**
 * Deletes what a run made, by its ledger. What has no id, as its answer never came, is found by its name.
 * @param runId Only what this run made; without it, whatever the ledger still holds.
 * @param applies Only entries of which this is true.
 * @returns what could not be deleted, for a person.
 */
export async function cleanUp(
  run: Run,
  runId?: string,
  applies: (entry: LedgerEntry) => boolean = () => true,
): Promise<readonly string[]> {
  const session = new Session(run)
  const own = run.ledger.entries.filter((one) => (runId === undefined || one.runId === runId) && applies(one))
  const left = await Promise.all(
    own.map(async (entry) => {
      try {
        return await remove(session, entry)
      } catch (error) {
        return `${described(entry)}: ${error instanceof Error ? error.message : String(error)}`
      }
    }),
  )
  return left.filter((one) => one !== undefined)
}

/** @returns why it is left behind; undefined when it is gone. */
async function remove(session: Session, entry: LedgerEntry): Promise<string | undefined> {
  const { ledger } = session.run
  if (entry.path === '') {
    ledger.close(entry)
    return `${entry.what} ${entry.id ?? entry.name}: the specification documents no way to delete it`
  }
  const found = entry.id === undefined ? await idByName(session, entry) : { id: entry.id, complete: true }
  if (found.id === undefined) {
    if (!found.complete) return `${described(entry)} may exist: its id never came back`
    ledger.close(entry)
    return undefined
  }
  const status = await statusOfDelete(session, entry.path.replace('{id}', found.id))
  if (status >= 300 && status !== 404 && status !== 410)
    return `${described({ ...entry, id: found.id })}: DELETE answered ${status}`
  ledger.close(entry)
  return undefined
}

/** A declared token may have expired by now, as the clock may have been moved: then the OAuth client may still do it. */
async function statusOfDelete(session: Session, path: string): Promise<number> {
  const { status } = (await session.send({ method: 'DELETE', path })).response
  const { token, oauth } = session.run.target.credentials ?? {}
  if (status !== 401 || token === undefined || !oauth) return status
  const second = (
    await session.send({ method: 'DELETE', path, as: { bearer: await session.run.tokens.ofClient(session) } })
  ).response.status
  // The client may be another user, who has no such token.
  return second < 300 ? second : status
}

/** `complete` says whether what was not found does not exist. */
async function idByName(
  session: Session,
  { path, name }: LedgerEntry,
): Promise<{ readonly id: string | undefined; readonly complete: boolean }> {
  if (path !== `${accessTokensPath(session)}/{id}`) return { id: undefined, complete: false }
  const list = await session.fact('clean-up: access tokens', (own): Promise<TokenList> => listTokens(own, 'every'))
  const found = [...list.records].find(([, record]) => memberOf(record, 'name') === name)
  return { id: found?.[0], complete: list.complete }
}

function described({ what, id, name }: LedgerEntry): string {
  return `${what} ${id === undefined ? '' : `${id} `}named ${name}`
}
