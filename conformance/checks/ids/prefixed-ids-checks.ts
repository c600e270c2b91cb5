import type { CheckId } from '../../catalogue/check-requirements.ts'
import { prefixOf } from '../../reading/id-forms.ts'
import { type ActiveCheck, type Check, defineCheck } from '../../judge/define-check.ts'
import type { Session } from '../../judge/session.ts'
import { pagedList, smallLimit } from '../lists/paging.ts'
import { capabilitiesPath, catalogPath, legacyCredential } from '../paths.ts'
import { assertSame, type Form } from './same-object.ts'

/** Three letters that no prefix has, and the prefix of another kind of object. */
const foreign = ['zzz_', 'flr_'] as const

/** One of them, which the seed chooses. */
const someForeign = ({ run }: Session) => run.rotation.some(foreign, 1)

/** Prefixes that an id may have: that of the declared catalog, likely ones, and two that clause 2.1 names. */
function likelyPrefixes({ run }: Session, likely: readonly string[]): readonly string[] {
  const declared = prefixOf(run.target.samples?.catalogId ?? '')
  return [...new Set([declared, ...likely, 'prj_', 'wrk_'])].filter((prefix) => prefix !== '')
}

/** An object that requests name by its id in a path. */
interface PathObject {
  readonly needs: NonNullable<ActiveCheck['needs']>
  readonly request: string
  readonly result: string
  readonly likely: readonly string[]
  readonly id: (session: Session) => string
  readonly form: (session: Session) => Form
}

const catalog: PathObject = {
  needs: ['bearer', 'catalogId'],
  request: 'GETs the products of a catalog',
  result: 'products',
  likely: ['cat_', 'ctl_', 'ctg_'],
  id: ({ run }) => run.target.samples!.catalogId!,
  form: (session) => (id) => ({ path: catalogPath(session, id) }),
}

const issue: PathObject = {
  needs: ['legacy', 'issueId'],
  request: 'GETs the events of an issue',
  result: 'events',
  likely: ['iss_', 'isu_'],
  id: ({ run }) => run.target.samples!.issueId!,
  form: (session) => (id) => ({ path: `/0/issues/${id}/events/`, as: legacyCredential(session) }),
}

const connection: PathObject = {
  needs: ['bearer', 'adapterConnectionId'],
  request: 'GETs the capabilities of an adapter connection',
  result: 'answer',
  likely: ['adc_', 'con_'],
  id: ({ run }) => run.target.samples!.adapterConnectionId!,
  form: () => (id) => ({ path: capabilitiesPath(id) }),
}

const project: PathObject = {
  needs: ['legacy', 'projectId'],
  request: 'GETs the groups of a project',
  result: 'groups',
  likely: [],
  id: ({ run }) => run.target.samples!.projectId!,
  form: (session) => (id) => ({ path: `/0/projects/${id}/groups/`, as: legacyCredential(session) }),
}

/** A check that one of the likely prefixes is accepted. */
function formCheck(id: string, after: CheckId, object: PathObject): Check {
  return defineCheck({
    id,
    requirement: 'ids.prefixed-form',
    effect: 'read',
    needs: object.needs,
    after: [after],
    description: `${object.request} by its bare id and by a prefixed one (one of the likely prefixes is enough): the same ${object.result}.`,
    run: (session) =>
      assertSame(session, object.form(session), object.id(session), likelyPrefixes(session, object.likely), {
        some: true,
      }),
  })
}

/** A check that other prefixes change nothing. */
function ignoredCheck(
  id: string,
  after: CheckId,
  object: PathObject,
  prefixes: (session: Session) => readonly string[],
  which: string,
): Check {
  return defineCheck({
    id,
    requirement: 'ids.prefix-ignored',
    effect: 'read',
    needs: object.needs,
    after: [after],
    description: `${object.request} with ${which}: the same ${object.result} as for the bare id.`,
    run: (session) => assertSame(session, object.form(session), object.id(session), prefixes(session)),
  })
}

type Cursor = 'starting_after' | 'ending_before'

/** A check of a cursor, which is an id in a query parameter. */
function cursorCheck(
  cursor: Cursor,
  check: Pick<ActiveCheck, 'id' | 'requirement' | 'after' | 'description'>,
  prefixes: ((session: Session) => readonly string[]) | undefined,
): Check {
  return defineCheck({
    ...check,
    effect: 'read',
    needs: ['bearer'],
    run: async (session) => {
      const list = await pagedList(session)
      const limit = await smallLimit(session, list)
      // Neither page is the first of the list, which comes if the cursor is ignored, nor that of the other id.
      const isForward = cursor === 'starting_after'
      const id = list.ids[Math.min(isForward ? limit : limit + 1, list.ids.length - 2)]!
      const other = list.ids.at(isForward ? -1 : 0)!
      await assertSame(
        session,
        (given) => ({ path: list.path, query: { limit, [cursor]: given } }),
        id,
        prefixes?.(session) ?? someForeign(session),
        { some: prefixes !== undefined, other, exact: true },
      )
    },
  })
}

const likelyRecordPrefixes = (session: Session) => likelyPrefixes(session, ['prd_', 'pro_', 'res_'])
const foreignPrefixes = 'a meaningless prefix or with that of a flow run, as the seed chooses'

/** Bare and prefixed ids in requests (clause 2.1). */
export const prefixedIdChecks: readonly Check[] = [
  formCheck('ids.prefixed-form.catalog', 'products.list.get', catalog),
  formCheck('ids.prefixed-form.issue', 'legacy.events.list', issue),
  formCheck('ids.prefixed-form.adapter-connection', 'services.capabilities.schemas', connection),
  cursorCheck(
    'starting_after',
    {
      id: 'ids.prefixed-cursor.starting-after',
      requirement: 'ids.prefixed-cursor',
      after: ['cursors.starting-after.next'],
      description:
        'GETs a page with starting_after set to a bare id and to a prefixed one (one of the likely prefixes is enough): the same page.',
    },
    likelyRecordPrefixes,
  ),
  cursorCheck(
    'ending_before',
    {
      id: 'ids.prefixed-cursor.ending-before',
      requirement: 'ids.prefixed-cursor',
      after: ['cursors.ending-before.adjacent'],
      description:
        'GETs a page with ending_before set to a bare id and to a prefixed one (one of the likely prefixes is enough): the same page.',
    },
    likelyRecordPrefixes,
  ),
  ignoredCheck('ids.prefix-ignored.catalog', 'ids.prefixed-form.catalog', catalog, someForeign, foreignPrefixes),
  ignoredCheck('ids.prefix-ignored.issue', 'ids.prefixed-form.issue', issue, someForeign, foreignPrefixes),
  ignoredCheck(
    'ids.prefix-ignored.adapter-connection',
    'ids.prefixed-form.adapter-connection',
    connection,
    someForeign,
    foreignPrefixes,
  ),
  cursorCheck(
    'starting_after',
    {
      id: 'ids.prefix-ignored.cursor',
      requirement: 'ids.prefix-ignored',
      after: ['ids.prefixed-cursor.starting-after'],
      description: `GETs a page with starting_after and ${foreignPrefixes}: the same page as for the bare id.`,
    },
    undefined,
  ),
  cursorCheck(
    'ending_before',
    {
      id: 'ids.prefix-ignored.cursor-back',
      requirement: 'ids.prefix-ignored',
      after: ['ids.prefixed-cursor.ending-before'],
      description: `GETs a page with ending_before and ${foreignPrefixes}: the same page as for the bare id.`,
    },
    undefined,
  ),
  ignoredCheck('ids.prefix-ignored.project', 'ids.known-prefixes.project', project, someForeign, foreignPrefixes),
  ignoredCheck(
    'ids.prefix-ignored.known',
    'ids.prefix-ignored.catalog',
    catalog,
    ({ run }) => run.rotation.some(['wrk_', 'prj_'], 1),
    'wrk_ or with prj_, as the seed chooses, which are prefixes of other kinds',
  ),
  defineCheck({
    id: 'ids.known-prefixes.project',
    requirement: 'ids.known-prefixes',
    effect: 'read',
    needs: project.needs,
    after: ['legacy.groups.list'],
    sameFaultAs: ['ids.prefixed-form.catalog', 'ids.prefixed-form.issue'],
    description: 'GETs the groups of a project by its bare id and with prj_: the same groups.',
    run: (session) => assertSame(session, project.form(session), project.id(session), ['prj_']),
  }),
]
