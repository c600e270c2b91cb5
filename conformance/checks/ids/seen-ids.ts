// The ids that a run has seen, of every kind of record: a new id is above all of them (clause 2.1).
import { at } from '../../catalogue/operation-paths.ts'
import { because } from '../../conclusions/cause.ts'
import { fail, insufficient } from '../../conclusions/conclusion.ts'
import { stripPrefix, fallingOrder, isBare, risingOrder } from '../../reading/id-forms.ts'
import type { Exchange } from '../../conclusions/exchange.ts'
import { phrase } from '../../conclusions/phrase.ts'
import { missingDeclarations } from '../../target/declarations.ts'
import type { Session } from '../../judge/session.ts'
import { listAtFirst } from '../tokens/range-tokens.ts'
import { spareTokens } from '../tokens/spare-tokens.ts'
import { legacyAnswer } from '../shared-answers.ts'
import { projectIds } from '../legacy/legacy-answers.ts'
import { readListPage } from '../lists/pages.ts'
import { firstPage, productsPath, walkedList } from '../lists/walked-list.ts'
import { eventsPath, groupsPath } from '../paths.ts'

type Kind = 'environment' | 'resource' | 'product' | 'access token' | 'project' | 'group' | 'event'

/** Finds the ids of each kind in answers that other checks share. Each finder may fail. */
const finders: Readonly<Record<Kind, (session: Session) => Promise<readonly string[]>>> = {
  environment: async (session) => (await firstPage(session, at('environments.list'))).page?.ids ?? [],
  resource: async (session) => (await walkedList(session, at('resources.list'))).ids,
  product: async (session) =>
    session.run.target.samples?.catalogId === undefined
      ? []
      : (await walkedList(session, await productsPath(session))).ids,
  'access token': async (session) => [
    ...(await listAtFirst(session)).records.keys(),
    ...(await spareTokens(session)).ids,
  ],
  project: async (session) =>
    isDeclared(session, 'legacy')
      ? (projectIds(session, await legacyAnswer(session, at('legacy-projects.list'))) ?? [])
      : [],
  group: async (session) =>
    isDeclared(session, 'legacy', 'projectId')
      ? (readListPage(session, await legacyAnswer(session, groupsPath(session)))?.ids ?? [])
      : [],
  event: async (session) =>
    isDeclared(session, 'legacy', 'issueId')
      ? (readListPage(session, await legacyAnswer(session, eventsPath(session)))?.ids ?? [])
      : [],
}

function isDeclared({ run }: Session, ...needs: Parameters<typeof missingDeclarations>[0]): boolean {
  return missingDeclarations(needs, run.target).length === 0
}

/** The seen ids, each with the kind of its record. */
export type SeenIds = ReadonlyMap<string, Kind>

/** The known ids of all records except those of one kind. */
export async function seenIds(session: Session, except?: Kind): Promise<SeenIds> {
  const seen = new Map<string, Kind>()
  for (const [kind, find] of Object.entries(finders) as [Kind, (typeof finders)[Kind]][]) {
    if (kind === except) continue
    const ids = await find(session).catch(() => [])
    for (const id of ids.map(stripPrefix).filter(isBare)) seen.set(id, kind)
  }
  return seen
}

/** Milliseconds until the timestamp of the next id changes, if it counts seconds. */
const nextSecond = 1100

/** The id of a new record, and the answer that shows it. */
export interface NewId {
  readonly id: string
  readonly at: Exchange
}

/**
 * Asserts that a new id is above every id seen before, by some alphabet that orders the resources as well.
 * @param make Creates another record, and resolves with its id; undefined if it is not visible.
 */
export async function assertAboveAll(
  session: Session,
  seen: SeenIds,
  { id, at: foundBy }: NewId,
  make: () => Promise<string | undefined>,
): Promise<void> {
  const listed = (await walkedList(session, at('resources.list')).catch(() => undefined))?.ids ?? []
  const isInOrder = fallingOrder(listed) !== undefined
  const known = isInOrder ? listed.slice(1).map((earlier, index) => [earlier, listed[index]!] as const) : []
  const isAbove = (fresh: string, before: Iterable<string>) =>
    risingOrder([...known, ...Array.from(before, (earlier) => [earlier, fresh] as const)]) !== undefined
  if (isAbove(id, seen.keys())) return
  await session.run.time.sleep(nextSecond)
  const later = await make()
  if (later === undefined || isAbove(later, [...seen.keys(), id]))
    insufficient(because.data, phrase`a new id is not above every id that was seen, which may be of the same second`)
  const [highest, kind] = [...seen].sort(([left], [right]) => (left < right ? 1 : -1))[0]!
  fail({
    expected: phrase`the id of a new record above every id seen before, of any kind`,
    got: phrase`${id}, and ${later} a second later, where ${highest} of a record of another kind (${kind}) was there before`,
    fact: { kind: 'order', first: highest, second: id, byCreation: true, at: foundBy },
  })
}
