import { targetFetch } from '../send/target-fetch.ts'
import {
  type CreateHook,
  createHooks,
  type Leftover,
  type LeftoverReason,
  type CreatedObject,
} from '../conclusions/leftover.ts'
import { leftoverText } from '../wording/leftover-text.ts'
import type { Target } from '../target/target-file.ts'
import { defaultLimits, type FetchFunction, Sender, type SenderLimits } from '../send/sender.ts'
import { systemTime, type Time } from '../send/time.ts'
import { type Check, isPassive, type CreatedKind } from './define-check.ts'
import { hookCredential, fillPlaceholder } from './hook-requests.ts'
import { readLeftLedgers } from './ledger-files.ts'
import type { LedgerEntry } from './ledger.ts'
import { type AskForList, CreatedObjects } from './created-objects.ts'
import { Run } from './run.ts'
import { Session } from './session.ts'

/** Options of a clean-up. */
export interface CleanUpLeftOptions {
  /** The service that was checked. */
  readonly target: Target
  /** The checks of the runs, which know how to find the objects that they created. */
  readonly checks: readonly Check[]
  /** The directory of the ledgers: see `ledgerDirectory`. */
  readonly directory: string
  /** Limits of the requests that are sent. */
  readonly limits?: Partial<SenderLimits> | undefined
  /** Sends the requests. Default: `fetch`. */
  readonly fetch?: FetchFunction | undefined
  /** The source of time. Default: the clock of the machine. */
  readonly time?: Time | undefined
  /** Ends the clean-up early. */
  readonly signal?: AbortSignal | undefined
}

/** The result of a clean-up: what it found, and what it could not delete. */
export interface CleanedUp {
  /** The number of objects that earlier runs had left. */
  readonly found: number
  /** The objects that could not be deleted, as sentences for a person. */
  readonly leftovers: readonly string[]
  /** The number of these that end by themselves. */
  readonly ending: number
  /** The number of ledgers that were skipped because their runs are still active. */
  readonly active: number
  /** Forgets the leftovers. Call it after they are shown, so that a process killed before then does not lose them. */
  readonly dropReported: () => void
}

/** Deletes the objects that killed runs have left at a target. */
export async function cleanUpLeft({
  target,
  checks,
  directory,
  limits,
  fetch: send = targetFetch(target),
  time = systemTime,
  signal,
}: CleanUpLeftOptions): Promise<CleanedUp> {
  const all = readLeftLedgers(directory, time.now(), target.baseUrl)
  const left = all.filter(({ active }) => !active)
  const found = left.reduce((sum, { ledger }) => sum + ledger.entries.length, 0)
  const whole = { ...defaultLimits, ...limits }
  const sender = new Sender({ fetch: send, time, signal, limits: whole })
  const leftovers: string[] = []
  for (const { ledger } of left) {
    const run = new Run({
      target,
      sender,
      time,
      ledger,
      made: new CreatedObjects(ledger, createdKinds(checks)),
      allowWrites: false,
      maxWait: whole.maxWait,
      onExchange: () => undefined,
      keep: () => undefined,
    })
    const remaining = await cleanUp(new Session(run), createdKinds(checks))
    leftovers.push(...remaining.map((thing) => run.redactor.known(leftoverText(thing))))
  }
  const ending = left.flatMap(({ ledger }) => ledger.entries.filter(({ ends }) => ends)).length
  const dropReported = (): void => {
    for (const { ledger } of left) ledger.dropReported()
  }
  return { found, leftovers, ending, active: all.length - left.length, dropReported }
}

/** The kinds of objects that checks create. */
export function createdKinds(checks: readonly Check[]): readonly CreatedKind[] {
  return checks.flatMap((check) => (isPassive(check) || !check.creates ? [] : [check.creates]))
}

/**
 * Deletes the objects that a run created, by its ledger. An object whose id was never returned is found by its name.
 *
 * @param applies Chooses the entries to delete. Default: all entries of the ledger.
 * @returns the objects that could not be deleted.
 */
export async function cleanUp(
  session: Session,
  kinds: readonly CreatedKind[],
  applies: (entry: LedgerEntry) => boolean = () => true,
): Promise<readonly Leftover[]> {
  session.run.made.askBy(createListAsker(session, kinds))
  const left = await Promise.all(
    session.run.ledger.entries.filter(applies).map(async (entry) => {
      try {
        return await removeEntry(session, entry, kinds)
      } catch (error) {
        return toLeftover(entry, { kind: 'failed', error })
      }
    }),
  )
  return left.filter((thing) => thing !== undefined)
}

const findKind = (kinds: readonly CreatedKind[], operation: LedgerEntry['operation']): CreatedKind | undefined =>
  kinds.find((kind) => kind.operation === operation)

/** Returns a function that requests the lists of objects that checks create. */
export function createListAsker(session: Session, kinds: readonly CreatedKind[]): AskForList {
  return (operation, id) => findKind(kinds, operation)!.isListed(session.fork(), id)
}

/** @returns undefined when the object is gone. */
async function removeEntry(
  session: Session,
  entry: LedgerEntry,
  kinds: readonly CreatedKind[],
): Promise<Leftover | undefined> {
  const { ledger, made } = session.run
  if (entry.hook !== undefined) return await deleteByHook(session, entry, entry.hook)
  // The entry stays in the ledger until it has been reported to a person.
  if (entry.path === undefined) return toLeftover(entry, { kind: entry.ends ? 'ends' : 'undocumented' })
  if (entry.id !== undefined && ledger.gone.has(entry.id) && (await isGone(session, entry, entry.id, kinds))) {
    ledger.close(entry)
    return undefined
  }
  if (entry.id !== undefined && (await made.seen(entry)) === 'made') return await deleteListed(session, entry)
  // The answer named no id, or the id of something else.
  const { id, complete } = await findByName(session, entry, kinds)
  if (id === undefined) {
    if (!complete) return toLeftover(entry, { kind: entry.id === undefined ? 'unidentified' : 'unlisted' })
    ledger.close(entry)
    return undefined
  }
  const identified = ledger.identify(entry, id)
  if ((await made.seen(identified)) !== 'made') return toLeftover(identified, { kind: 'unlisted' })
  return await deleteListed(session, identified)
}

/** Deletes an object that a list shows. @returns undefined when the object is gone. */
async function deleteListed(session: Session, entry: LedgerEntry): Promise<Leftover | undefined> {
  const { ledger } = session.run
  const status = await statusOfDelete(session, entry, entry.path!.replace('{id}', entry.id!))
  if (status >= 300 && status !== 404 && status !== 410) return toLeftover(entry, { kind: 'refused', status })
  ledger.close(entry)
  return undefined
}

/** Deletes an object that a hook created, by another hook. @returns undefined when the object is gone. */
async function deleteByHook(session: Session, entry: LedgerEntry, hook: CreateHook): Promise<Leftover | undefined> {
  const { id } = entry
  const deleting = session.run.target.hooks?.[createHooks[hook].deletedBy]
  if (!deleting) return toLeftover(entry, { kind: 'noHook' })
  if (id === undefined) return toLeftover(entry, { kind: 'unidentified' })
  const { method, path, body, headers } = deleting
  const { status } = (
    await session.send({
      method,
      path: path.replaceAll('$id', id),
      as: hookCredential(session.run.target),
      leavesNothing: true,
      refusalStands: true,
      ...(body === undefined ? {} : { json: fillPlaceholder(body, '$id', id) }),
      ...(headers ? { headers } : {}),
    })
  ).response
  if (status >= 300 && status !== 404 && status !== 410) return toLeftover(entry, { kind: 'refused', status })
  session.run.ledger.close(entry)
  return undefined
}

async function isGone(
  session: Session,
  { operation }: LedgerEntry,
  id: string,
  kinds: readonly CreatedKind[],
): Promise<boolean> {
  return (
    (await findKind(kinds, operation)
      ?.isGone?.(session, id)
      .catch(() => false)) === true
  )
}

const toLeftover = (made: CreatedObject, why: LeftoverReason): Leftover => ({ made, why })

async function findByName(
  session: Session,
  { operation, name }: LedgerEntry,
  kinds: readonly CreatedKind[],
): Promise<{ readonly id: string | undefined; readonly complete: boolean }> {
  return (await findKind(kinds, operation)?.find(session, name)) ?? { id: undefined, complete: false }
}

/** A declared token may have expired, as the clock may have been moved. The OAuth client can still delete. */
async function statusOfDelete(session: Session, entry: LedgerEntry, path: string): Promise<number> {
  const { status } = (await session.send({ method: 'DELETE', path, entry, refusalStands: true })).response
  const { token, oauth } = session.run.target.credentials ?? {}
  if (status !== 401 || token === undefined || !oauth) return status
  const second = await session.send({ method: 'DELETE', path, entry, as: { bearer: await session.clientToken() } })
  // The client may be another user, who does not have this token.
  return second.response.status < 300 ? second.response.status : status
}
