// What was changed between the requests of a world: by the control API, and in process by a test.
import type { Journal } from '../journal/journal.ts'
import type { Redactor } from '../journal/redactor.ts'
import { cut } from '../tools/short-text.ts'
import type { Kept } from '../world/recording/recording.ts'

/** One change, or several of one kind in a row. */
export interface Change {
  /** It grows from change to change. */
  readonly number: number
  /** The operation of the control API that does the same, such as `clock.change`. */
  readonly operation: string
  /** What it was given, secrets replaced. */
  readonly detail: string
  /** Virtual time behind the change, in milliseconds since 1970. */
  readonly at: number
  /** How many changes of the kind it stands for. */
  readonly count: number
}

type Requests = Pick<Journal, 'oldest' | 'latest' | 'draftAt'>

/** The length at which what a change was given is cut, in characters. */
const longestDetail = 300

/** A change in process as the control API would have made it. */
type InProcess = Pick<Change, 'operation' | 'detail'>

/** The changes between requests, oldest first. */
export function changesBetween(changes: readonly Kept[], journal: Requests, redactor: Redactor): readonly Change[] {
  const isOfRequest = withinRequests(journal)
  const made: Change[] = []
  const outside = changes.filter(({ moment, isBeginning }) => !isBeginning && !isOfRequest(moment))
  const ofControl = outside.flatMap((change) => (change.kind === 'control' ? [change] : []))
  let control = 0
  let before: Kept | undefined
  for (const change of outside) {
    while (control < ofControl.length && ofControl[control]!.moment < change.moment) control++
    const { moment, at } = change
    if (change.kind === 'control') {
      made.push({ number: moment, operation: change.operation, detail: change.detail, at, count: 1 })
    } else if (!(ofControl[control] && moment > ofControl[control]!.since)) {
      const told = inProcess(change, before, redactor)
      if (told) put(made, { number: moment, at, count: 1, ...told, detail: cut(told.detail, longestDetail) }, before)
    }
    before = change
  }
  return made
}

/** Adds a change, or counts it with the ones of its kind right before it. */
function put(made: Change[], change: Change, before: Kept | undefined): void {
  const last = made.at(-1)
  const inARow = before && last ? before.moment - last.number : undefined
  // A reset begins with the state and the clock of the start.
  if (change.operation === 'reset' && last?.operation === 'snapshot.import' && inARow !== undefined && inARow <= 1)
    made[made.length - 1] = change
  else if (last?.operation === change.operation && collectionOf(last) === collectionOf(change) && inARow === 0)
    made[made.length - 1] = { ...change, count: last.count + 1 }
  else made.push(change)
}

const collectionOf = ({ operation, detail }: Change): string =>
  operation.startsWith('data.') ? (detail.split(' ', 1)[0] ?? '') : operation

/** The most requests that are looked at for one change: those that were on their way at once. */
const mostAtOnce = 64

/** Tells whether a moment is between the arrival and the answer of a request. */
function withinRequests(journal: Requests): (moment: number) => boolean {
  return (moment) => {
    let [low, high] = [journal.oldest, journal.latest + 1]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((journal.draftAt(middle)?.arrived ?? 0) < moment) low = middle + 1
      else high = middle
    }
    for (let index = low - 1; index >= Math.max(journal.oldest, low - mostAtOnce); index--)
      if ((journal.draftAt(index)?.answered ?? 0) > moment) return true
    return false
  }
}

/** What a change did, unless it is a part of the one before. */
function inProcess(change: Kept, before: Kept | undefined, redactor: Redactor): InProcess | undefined {
  const json = (value: unknown) => JSON.stringify(redactor.json(value))
  switch (change.kind) {
    case 'record':
      return recordChange(change, json)
    case 'clock':
      // A world that goes to another state takes its clock along.
      return before?.kind === 'state'
        ? undefined
        : {
            operation: 'clock.change',
            detail: json({ now: new Date(change.time).toISOString(), frozen: change.frozen }),
          }
    case 'state':
      return { operation: 'snapshot.import', detail: '' }
    case 'faults':
      return faultChange(change.step, json)
    case 'scenarios':
      return before?.kind === 'faults' && 'reset' in before.step
        ? undefined
        : {
            operation: change.names.length === 0 ? 'scenarios.clear' : 'scenarios.set',
            detail: change.names.join(', '),
          }
    case 'conventions':
      return { operation: 'conventions.change', detail: json(change.changes) }
    case 'deviations':
      return {
        operation: change.names.length === 0 ? 'deviations.clear' : 'deviations.set',
        detail: change.names.join(', '),
      }
    case 'ids':
    case 'control':
      return undefined
  }
}

type Json = (value: unknown) => string

function recordChange(
  { collection, id, before, after }: Extract<Kept, { kind: 'record' }>,
  json: Json,
): InProcess | undefined {
  // Of a credential the record holds a hash. Those of a new world are its start.
  if (collection === 'credentials' || collection === 'connect_codes')
    return after || collection === 'connect_codes' ? undefined : { operation: 'credentials.revoke', detail: '' }
  if (!after) return { operation: 'data.remove', detail: `${collection} ${id}` }
  if (!before) return { operation: 'data.create', detail: `${collection} ${json(after)}` }
  const was: Readonly<Record<string, unknown>> = { ...before }
  const changed = Object.entries(after).filter(([name, value]) => was[name] !== value)
  return { operation: 'data.update', detail: `${collection} ${id} ${json(Object.fromEntries(changed))}` }
}

function faultChange(step: Extract<Kept, { kind: 'faults' }>['step'], json: Json): InProcess {
  if ('add' in step) return { operation: 'faults.add', detail: json(step.add) }
  // The emulator's own reset ends the faults last of all.
  if ('reset' in step) return { operation: 'reset', detail: '' }
  if ('remove' in step) return { operation: 'faults.clear', detail: '' }
  return { operation: step.set.length === 0 ? 'faults.clear' : 'faults.set', detail: json(step.set) }
}
