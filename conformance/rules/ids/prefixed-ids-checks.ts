import { blocked, fail } from '../../catalogue/verdict.ts'
import { bareOf, otherId, prefixOf } from '../../reading/id-forms.ts'
import type { Call } from '../../run/call.ts'
import { type Check, defineCheck } from '../../run/define-check.ts'
import type { Session } from '../../run/session.ts'
import { type Exchange, summary } from '../../wire/exchange.ts'
import { answerTo } from '../answers.ts'
import { pageOf } from '../lists/pages.ts'
import { pagedList, smallLimit } from '../lists/paging.ts'
import { capabilitiesPath, catalogPath, legacyCredential } from '../paths.ts'

const onCatalog = { effect: 'read', needs: ['bearer', 'catalogId'], after: ['products.list.get'] } as const
const onCursor = { effect: 'read', needs: ['bearer'], after: ['cursors.starting-after.next'] } as const

type Form = (id: string) => Call

/**
 * Whether two answers are about the same object: lists that share a record, as more may be made at any time; pages by
 * a cursor, which do not move, in all records; other answers in every member.
 */
function same(session: Session, one: Exchange, other: Exchange, exact: boolean): boolean {
  if (one.response.status !== 200 || other.response.status !== 200) return false
  const [left, right] = [pageOf(session, one)?.ids ?? [], pageOf(session, other)?.ids ?? []]
  if (exact) return left.join() === right.join()
  return (
    left.some((id) => right.includes(id)) ||
    JSON.stringify(withoutPrefixes(one)) === JSON.stringify(withoutPrefixes(other))
  )
}

/** What an answer holds, whichever form of an id it repeats, as in its own address. */
function withoutPrefixes({ response }: Exchange): unknown {
  return response.json === undefined
    ? undefined
    : JSON.parse(
        JSON.stringify(response.json).replaceAll(/(?<![0-9A-Za-z])[a-z]{3}_(?=[0-9A-Za-z]{27}(?![0-9A-Za-z]))/g, ''),
      )
}

/** Whether an answer is like another in all but what changes from one answer about the same object to the next, as a time or the id of a request. */
function isLike(one: unknown, again: unknown, other: unknown): boolean {
  const parts = [one, again, other]
  if (!parts.every((part) => typeof part === 'object' && part !== null))
    return JSON.stringify(one) === JSON.stringify(other) || JSON.stringify(one) !== JSON.stringify(again)
  const [left, same, right] = parts as [
    Readonly<Record<string, unknown>>,
    Readonly<Record<string, unknown>>,
    Readonly<Record<string, unknown>>,
  ]
  return [...new Set([...Object.keys(left), ...Object.keys(right)])].every((name) =>
    isLike(left[name], same[name], right[name]),
  )
}

interface Comparison {
  /** Whether one of the prefixes is enough: where the right one is not shown. */
  readonly some?: boolean
  /** An id that gives another answer. Default: one of no object. */
  readonly other?: string
  /** Whether the answers must show the very same records. */
  readonly exact?: boolean
}

/** Compares the answers to a bare and to prefixed forms of one id. */
async function assertSame(
  session: Session,
  form: Form,
  id: string,
  prefixes: readonly string[],
  { some = false, other = otherId(id), exact = false }: Comparison = {},
): Promise<void> {
  const bare = bareOf(id)
  let plain = await answerTo(session, form(bare))
  if (plain.response.status !== 200) {
    // Where the bare form does not work and the declared one does, it is the bare one that is not accepted.
    const declared = prefixOf(id) === '' ? undefined : await session.send(form(id))
    if (declared?.response.status === 200) fail(`the same answer for ${bare} as for ${id}`, summary(plain))
  }
  if (plain.response.json === undefined || plain.response.status !== 200 || pageOf(session, plain)?.ids.length === 0)
    blocked(`nothing to compare at ${form(bare).path}: ${summary(plain)}`)
  const control = await answerTo(session, form(other))
  if (same(session, plain, control, exact)) blocked(`${form(other).path} gives the same answer for another id`)
  const failures: string[] = []
  for (const prefix of prefixes) {
    let answer = await session.send(form(prefix + bare))
    let right = same(session, plain, answer, exact)
    if (!right && answer.response.status === 200) {
      // What others made meanwhile may have moved all that was there.
      const before = plain
      ;[plain, answer] = await Promise.all([session.send(form(bare)), session.send(form(prefix + bare))])
      right =
        same(session, plain, answer, exact) ||
        (!pageOf(session, plain) &&
          plain.response.status === 200 &&
          answer.response.status === 200 &&
          isLike(
            ...([before, plain, answer].map((exchange) => withoutPrefixes(exchange)) as [unknown, unknown, unknown]),
          ))
    }
    if (right && some) return
    if (!right)
      failures.push(`${prefix}${bare}: ${answer.response.status === 200 ? 'another answer' : summary(answer)}`)
  }
  if (failures.length > 0) fail('the same answer as for the bare id', failures.join('; '))
}

/** Prefixes that could be meant for a catalog: the declared one, likely ones, one that clause 2.1 names. */
const likelyPrefixes = (session: Session, ...likely: readonly string[]) =>
  [...new Set([prefixOf(session.run.target.samples?.catalogId ?? ''), ...likely, 'prj_', 'wrk_'])].filter(
    (prefix) => prefix !== '',
  )

const products =
  (session: Session): Form =>
  (id) => ({ path: catalogPath(session, id) })
const groups =
  (session: Session): Form =>
  (id) => ({ path: `/0/projects/${id}/groups/`, as: legacyCredential(session) })
const events =
  (session: Session): Form =>
  (id) => ({ path: `/0/issues/${id}/events/`, as: legacyCredential(session) })
const capabilities: Form = (id) => ({ path: capabilitiesPath(id) })

async function cursorForm(
  session: Session,
  parameter: 'starting_after' | 'ending_before',
): Promise<{ form: Form; id: string; other: string }> {
  const base = await pagedList(session)
  const limit = await smallLimit(session, base)
  // Such that neither page is the first of the list, which comes where the cursor is ignored, nor that of the other id.
  const [id, other] = [
    base.ids[Math.min(parameter === 'starting_after' ? limit : limit + 1, base.ids.length - 2)]!,
    base.ids.at(parameter === 'starting_after' ? -1 : 0)!,
  ]
  return { form: (given) => ({ path: base.path, query: { limit, [parameter]: given } }), id, other }
}

/** Three letters that no prefix has, and a named prefix of another kind of object. */
const foreign = ['zzz_', 'flr_']

/** Bare and prefixed ids in requests (clause 2.1). */
export const prefixedIdChecks: readonly Check[] = [
  defineCheck({
    id: 'ids.prefixed-form.catalog',
    requirement: 'ids.prefixed-form',
    ...onCatalog,
    description:
      'GETs the products of a catalog by its bare id and by a prefixed one (of the likely prefixes, one is enough): the same products.',
    run: (session) =>
      assertSame(
        session,
        products(session),
        session.run.target.samples!.catalogId!,
        likelyPrefixes(session, 'cat_', 'ctl_', 'ctg_'),
        { some: true },
      ),
  }),
  defineCheck({
    id: 'ids.prefixed-form.issue',
    requirement: 'ids.prefixed-form',
    effect: 'read',
    needs: ['bearer', 'issueId'],
    after: ['legacy.events.list'],
    description: 'GETs the events of an issue by its bare id and by a prefixed one: the same events.',
    run: (session) =>
      assertSame(
        session,
        events(session),
        session.run.target.samples!.issueId!,
        likelyPrefixes(session, 'iss_', 'isu_'),
        { some: true },
      ),
  }),
  defineCheck({
    id: 'ids.prefixed-form.adapter-connection',
    requirement: 'ids.prefixed-form',
    effect: 'read',
    needs: ['bearer', 'adapterConnectionId'],
    after: ['services.capabilities.schemas'],
    description:
      'GETs the capabilities of an adapter connection by its bare id and by a prefixed one: the same answer.',
    run: (session) =>
      assertSame(
        session,
        capabilities,
        session.run.target.samples!.adapterConnectionId!,
        likelyPrefixes(session, 'adc_', 'con_'),
        { some: true },
      ),
  }),
  defineCheck({
    id: 'ids.prefixed-cursor.starting-after',
    requirement: 'ids.prefixed-cursor',
    ...onCursor,
    description:
      'GETs a page with starting_after set to a bare and to a prefixed id (of the likely prefixes, one is enough): the same page.',
    run: async (session) => {
      const { form, id, other } = await cursorForm(session, 'starting_after')
      await assertSame(session, form, id, likelyPrefixes(session, 'prd_', 'pro_', 'res_'), {
        some: true,
        other,
        exact: true,
      })
    },
  }),
  defineCheck({
    id: 'ids.prefixed-cursor.ending-before',
    requirement: 'ids.prefixed-cursor',
    ...onCursor,
    after: ['cursors.ending-before.adjacent'],
    description:
      'GETs a page with ending_before set to a bare and to a prefixed id (of the likely prefixes, one is enough): the same page.',
    run: async (session) => {
      const { form, id, other } = await cursorForm(session, 'ending_before')
      await assertSame(session, form, id, likelyPrefixes(session, 'prd_', 'pro_', 'res_'), {
        some: true,
        other,
        exact: true,
      })
    },
  }),
  defineCheck({
    id: 'ids.prefix-ignored.catalog',
    requirement: 'ids.prefix-ignored',
    ...onCatalog,
    after: ['ids.prefixed-form.catalog'],
    description:
      'GETs the products of a catalog with prefixes that are of nothing, and of a flow run: the same products as for the bare id.',
    run: (session) => assertSame(session, products(session), session.run.target.samples!.catalogId!, foreign),
  }),
  defineCheck({
    id: 'ids.prefix-ignored.issue',
    requirement: 'ids.prefix-ignored',
    effect: 'read',
    needs: ['bearer', 'issueId'],
    after: ['ids.prefixed-form.issue'],
    description:
      'GETs the events of an issue with prefixes that are of nothing, and of a flow run: the same events as for the bare id.',
    run: (session) => assertSame(session, events(session), session.run.target.samples!.issueId!, foreign),
  }),
  defineCheck({
    id: 'ids.prefix-ignored.adapter-connection',
    requirement: 'ids.prefix-ignored',
    effect: 'read',
    needs: ['bearer', 'adapterConnectionId'],
    after: ['ids.prefixed-form.adapter-connection'],
    description:
      'GETs the capabilities of an adapter connection with a prefix that is of nothing: the same answer as for the bare id.',
    run: (session) =>
      assertSame(session, capabilities, session.run.target.samples!.adapterConnectionId!, foreign.slice(0, 1)),
  }),
  defineCheck({
    id: 'ids.prefix-ignored.cursor',
    requirement: 'ids.prefix-ignored',
    ...onCursor,
    after: ['ids.prefixed-cursor.starting-after'],
    description:
      'GETs a page with starting_after behind prefixes that are of nothing, and of a flow run: the same page as for the bare id.',
    run: async (session) => {
      const { form, id, other } = await cursorForm(session, 'starting_after')
      await assertSame(session, form, id, foreign, { other, exact: true })
    },
  }),
  defineCheck({
    id: 'ids.prefix-ignored.cursor-back',
    requirement: 'ids.prefix-ignored',
    ...onCursor,
    after: ['ids.prefixed-cursor.ending-before'],
    description:
      'GETs a page with ending_before behind prefixes that are of nothing, and of a flow run: the same page as for the bare id.',
    run: async (session) => {
      const { form, id, other } = await cursorForm(session, 'ending_before')
      await assertSame(session, form, id, foreign, { other, exact: true })
    },
  }),
  defineCheck({
    id: 'ids.prefix-ignored.project',
    requirement: 'ids.prefix-ignored',
    effect: 'read',
    needs: ['bearer', 'projectId'],
    after: ['ids.known-prefixes.project'],
    description:
      'GETs the groups of a project with prefixes that are of nothing, and of a flow run: the same groups as for the bare id.',
    run: (session) => assertSame(session, groups(session), session.run.target.samples!.projectId!, foreign),
  }),
  defineCheck({
    id: 'ids.prefix-ignored.known',
    requirement: 'ids.prefix-ignored',
    ...onCatalog,
    after: ['ids.prefix-ignored.catalog'],
    description:
      'GETs the products of a catalog behind wrk_ and prj_, which are prefixes of other kinds: the same products as for the bare id.',
    run: (session) => assertSame(session, products(session), session.run.target.samples!.catalogId!, ['wrk_', 'prj_']),
  }),
  defineCheck({
    id: 'ids.known-prefixes.project',
    requirement: 'ids.known-prefixes',
    effect: 'read',
    needs: ['bearer', 'projectId'],
    after: ['legacy.groups.list'],
    sameFaultAs: ['ids.prefixed-form.catalog', 'ids.prefixed-form.issue'],
    description: 'GETs the groups of a project by its bare id and behind prj_: the same groups.',
    run: (session) => assertSame(session, groups(session), session.run.target.samples!.projectId!, ['prj_']),
  }),
]
