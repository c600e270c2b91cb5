import type { OperationId } from '../../../emulator/model/contract/operation-ids.ts'
import { readJson, replaceJsonBody } from '../../../emulator/disturb/deviations/wrappers/messages.ts'
import { isObject } from '../../../emulator/tools/is-object.ts'
import { type ConditionName, during } from '../condition.ts'
import { type Fault, lawFaults } from '../law.ts'

/** An operation whose answers have ids of records in them. */
type Place = Extract<
  OperationId,
  | 'environments.list'
  | 'resources.list'
  | 'products.list'
  | 'access-tokens.list'
  | 'access-tokens.create'
  | 'access-tokens.rename'
  | 'legacy.projects'
  | 'legacy.groups.list'
  | 'legacy.events.list'
>

const lists: readonly Place[] = [
  'environments.list',
  'resources.list',
  'products.list',
  'access-tokens.list',
  'legacy.projects',
  'legacy.groups.list',
  'legacy.events.list',
]
const places: readonly Place[] = [...lists, 'access-tokens.create', 'access-tokens.rename']

const conditions = [
  'always',
  'with-limit',
  'with-cursor',
  'with-filter',
  'with-search',
  'with-ending-before',
] as const satisfies readonly ConditionName[]
type When = (typeof conditions)[number]

const met: Readonly<Record<Place, readonly When[]>> = {
  'environments.list': conditions,
  'resources.list': conditions,
  'products.list': conditions,
  'access-tokens.list': ['always'],
  'access-tokens.create': ['always'],
  'access-tokens.rename': ['always'],
  'legacy.projects': ['always'],
  'legacy.groups.list': ['always', 'with-cursor'],
  'legacy.events.list': ['always', 'with-cursor'],
}

type Members = Readonly<Record<string, unknown>>

/** Changes the records in an answer, in any envelope: those of its list, or the one object. */
function mapAnswerRecords(
  body: unknown,
  change: (record: Members, index: number, all: readonly Members[]) => Members,
): unknown {
  if (Array.isArray(body)) {
    const all = body.filter((item): item is Members => isObject(item))
    return body.map((item, index) => (isObject(item) ? change(item, index, all) : item))
  }
  if (!isObject(body)) return body
  if (typeof body['id'] === 'string') return change(body, 0, [body])
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [
      name,
      typeof value === 'object' ? mapAnswerRecords(value, change) : value,
    ]),
  )
}

/** The records of an answer that are wrong. */
const chosen = {
  first: (index: number) => index === 0,
  last: (index: number, { length }: readonly unknown[]) => index === length - 1,
} as const

const mistaken = (
  place: Place,
  condition: ConditionName,
  change: (record: Members, index: number, all: readonly Members[]) => Members,
) =>
  during(place, condition, async (intercepted) => {
    const response = await intercepted.send()
    const body = response.ok ? await readJson(response) : undefined
    return body === undefined ? response : replaceJsonBody(response, mapAnswerRecords(body, change))
  })

/** Forms that no id has in an answer. */
const forms: Readonly<
  Record<
    string,
    readonly [requirement: 'ids.grammar' | 'ids.never-prefixed', breaks: string, toForm: (id: string) => unknown]
  >
> = {
  short: ['ids.grammar', 'An id has 26 characters.', (id) => id.slice(0, 26)],
  long: ['ids.grammar', 'An id has 28 characters.', (id) => `${id}0`],
  hyphen: ['ids.grammar', 'An id has a hyphen in it.', (id) => `${id.slice(0, 8)}-${id.slice(9)}`],
  number: ['ids.grammar', 'An id is a number.', (id) => id.codePointAt(26)],
  'line-end': ['ids.grammar', 'An id ends with a line break.', (id) => `${id}\n`],
  'known-prefix': ['ids.never-prefixed', 'An id has the prefix prj_.', (id) => `prj_${id}`],
  'other-prefix': ['ids.never-prefixed', 'An id has a prefix that is not documented.', (id) => `obj_${id}`],
}

/** Members that refer to other records. */
const references = ['project_id', 'catalog_id', 'issue_id', 'group_id', 'user_id'] as const

/** Ids in answers are bare: 27 characters without a prefix (clause 2.1). */
export const idForms: readonly Fault[] = [
  ...Object.entries(forms).flatMap(([form, [requirement, breaks, toForm]]) =>
    Object.entries(chosen).flatMap(([which, isMeant]) =>
      lawFaults<Place, When>({
        id: `id-${form}`,
        way: which,
        requirement,
        breaks: `${breaks} It is the ${which} of an answer.`,
        places: which === 'first' ? places : lists,
        conditions,
        fault: (place, condition) =>
          met[place].includes(condition)
            ? mistaken(place, condition, (record, index, all) =>
                isMeant(index, all) && typeof record['id'] === 'string'
                  ? { ...record, id: toForm(record['id']) }
                  : record,
              )
            : undefined,
      }),
    ),
  ),
  ...Object.entries(chosen).flatMap(([which, isMeant]) =>
    lawFaults<Place, When>({
      id: 'id-of-another-prefixed',
      way: which,
      requirement: 'ids.never-prefixed',
      breaks: `The id of another record that a record refers to has a prefix. It is the ${which} of an answer.`,
      places: ['environments.list', 'products.list', 'legacy.groups.list', 'legacy.events.list'],
      conditions,
      fault: (place, condition) =>
        met[place].includes(condition)
          ? mistaken(place, condition, (record, index, all) => {
              const name = references.find((reference) => typeof record[reference] === 'string')
              return isMeant(index, all) && name !== undefined
                ? { ...record, [name]: `prj_${String(record[name])}` }
                : record
            })
          : undefined,
    }),
  ),
]

/** The record of a page that has the id of another one. */
const repeated: Readonly<
  Record<string, readonly [breaks: string, idOf: (all: readonly Members[], index: number) => unknown]>
> = {
  'second-as-first': [
    'The second record of a page has the id of the first.',
    (all, index) => all[index === 1 ? 0 : index]?.['id'],
  ],
  'last-as-first': [
    'The last record of a page has the id of the first.',
    (all, index) => all[index > 0 && index === all.length - 1 ? 0 : index]?.['id'],
  ],
}

/** An id is unique (clause 2.1). */
export const uniqueIds: readonly Fault[] = Object.entries(repeated).flatMap(([kind, [breaks, idOf]]) =>
  lawFaults<Place, When>({
    id: 'id-twice',
    way: kind,
    requirement: 'ids.unique',
    breaks,
    places: lists.filter((list) => list !== 'access-tokens.list'),
    conditions,
    fault: (place, condition) =>
      met[place].includes(condition)
        ? mistaken(place, condition, (record, index, all) => ({ ...record, id: idOf(all, index) }))
        : undefined,
  }),
)

/** An environment carries id and name (clause 2.1). */
export const environmentFields: readonly Fault[] = (['id', 'name'] as const).flatMap((member) =>
  Object.entries(chosen).flatMap(([which, isMeant]) =>
    lawFaults<'environments.list', When>({
      id: `environment-without-${member}`,
      way: which,
      requirement: 'environments.fields',
      breaks: `An environment has no ${member}. It is the ${which} of a page.`,
      places: ['environments.list'],
      conditions,
      fault: (place, condition) =>
        mistaken(place, condition, (record, index, all) => {
          if (!isMeant(index, all)) return record
          const { [member]: _left, ...rest } = record
          return rest
        }),
    }),
  ),
)
