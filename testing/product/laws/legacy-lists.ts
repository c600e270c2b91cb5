// The legacy lists (clause 4.9): groups of the project in the path, the project of an API key, and new groups.
import {
  readJson,
  type ListedRecord,
  readBodyMembers,
  problem,
  listedRecords,
  replaceJsonBody,
  replaceRecords,
} from '../../../emulator/disturb/deviations/wrappers/messages.ts'
import { mapPages, writePage } from '../../../emulator/disturb/deviations/groups/link.ts'
import type { InterceptedRequest } from '../../../emulator/disturb/deviations/wrappers/intercepted-request.ts'
import { type Condition, type ConditionName, findCondition, during } from '../condition.ts'
import { type Fault, lawFaults } from '../law.ts'
import { isLast } from '../../faults/wrappers.ts'

/** The projects that the caller may see. */
async function callerProjects(intercepted: InterceptedRequest): Promise<readonly ListedRecord[]> {
  const url = intercepted.request.url.replace(/\/0\/projects\/.*$/, '/0/projects/')
  const response = await intercepted.send({ url, method: 'GET' })
  return response.ok ? listedRecords(await readJson(response)) : []
}

/** A group of another project; undefined without such a group. */
async function groupOfAnother(intercepted: InterceptedRequest): Promise<ListedRecord | undefined> {
  for (const { id } of await callerProjects(intercepted)) {
    if (id === intercepted.bareId) continue
    const response = await intercepted.send({ id, query: { cursor: undefined } })
    const [found] = response.ok ? listedRecords(await readJson(response)) : []
    if (found) return found
  }
  return undefined
}

const listDoors = [
  'always',
  'with-cursor',
  'without-query',
  'bare-id',
  'second-credential',
] as const satisfies readonly ConditionName[]

const foreignGroups: readonly Fault[] = lawFaults({
  id: 'legacy-group-of-another-project',
  requirement: 'legacy.groups',
  breaks: 'A page also has a group of another project.',
  places: ['legacy.groups.list'] as const,
  conditions: ['always', 'with-cursor', 'without-query', 'bare-id'] as const satisfies readonly ConditionName[],
  fault: (place, condition) =>
    during(place, condition, async (intercepted) => {
      const response = await intercepted.send()
      if (!response.ok) return response
      const body = await readJson(response)
      const records = listedRecords(body)
      const other = records.length > 0 ? await groupOfAnother(intercepted) : undefined
      return other === undefined
        ? response
        : replaceJsonBody(response, replaceRecords(body, [...records.slice(0, -1), other]))
    }),
})

/** The whole list has a group of another project, wherever a walk comes to its end. */
const foreignGroupLast: readonly Fault[] = lawFaults({
  id: 'legacy-list-ends-with-another-project',
  requirement: 'legacy.groups',
  breaks: 'The list also has a group of another project.',
  places: ['legacy.groups.list'] as const,
  conditions: ['at the end'] as const,
  says: (where) => where,
  fault: (place) =>
    mapPages(place, async (page) => {
      const other = isLast(page) ? await groupOfAnother(page.intercepted) : undefined
      return other && writePage(page, undefined, [...page.items, other])
    }),
})

const refusals = ['404', '405', '500', '400'] as const

/** Both lists are served (clause 4.9). */
const served: readonly Fault[] = refusals.flatMap((status) =>
  lawFaults({
    id: 'legacy-list-is-served',
    way: status,
    // A page by its cursor is the one that rel=next leads to.
    requirement: (place: 'legacy.groups.list' | 'legacy.events.list', condition: string) =>
      condition === 'with-cursor' ? 'link.next' : place === 'legacy.groups.list' ? 'legacy.groups' : 'legacy.events',
    breaks: `The list is answered with ${status}.`,
    places: ['legacy.groups.list', 'legacy.events.list'] as const,
    conditions: listDoors.filter((name) => name !== 'second-credential'),
    fault: (place, condition) => during(place, condition, async () => problem(Number(status))),
  }),
)

/** The members that the legacy projects show of the project of an API key. */
const keyChanges = {
  'another-beside': (records: readonly unknown[], others: readonly ListedRecord[]) => [
    ...records,
    ...others.slice(0, 1),
  ],
  'all-projects': (records: readonly unknown[], others: readonly ListedRecord[]) => [...records, ...others],
  'another-instead': (_records: readonly unknown[], others: readonly ListedRecord[]) => others.slice(0, 1),
  none: () => [],
} as const

type KeyChange = keyof typeof keyChanges

const boundProject: readonly Fault[] = (
  ['basic', 'without-query', 'with-other-parameter', 'from-the-third'] as const
).flatMap((door) =>
  lawFaults({
    id: 'legacy-project-of-the-key',
    way: door,
    requirement: 'legacy.projects-key',
    breaks: `An API key sees more than its project, ${findCondition(door).says}.`,
    places: ['legacy.projects'] as const,
    conditions: Object.keys(keyChanges) as readonly KeyChange[],
    says: (change) => `as it sees ${change}`,
    fault: (place, change) =>
      during(place, door, async (intercepted) => {
        const response = await intercepted.send()
        if (!response.ok || !/^basic /i.test(intercepted.authorization)) return response
        const body = await readJson(response)
        const records = listedRecords(body)
        const made = {
          id: `${records[0]?.id.slice(0, 26)}${records[0]?.id.endsWith('Z') ? 'Y' : 'Z'}`,
          name: 'Of another key',
        }
        return replaceJsonBody(response, replaceRecords(body, keyChanges[change](records, [made])))
      }),
  }),
)

/** When a POST of a group is treated wrongly. */
const postDoors: Readonly<Record<string, Condition>> = {
  'status-in-body': {
    says: 'where the status is in the body',
    begin:
      () =>
      async ({ request }) =>
        'status' in (await readBodyMembers(request.clone())),
  },
  'status-in-query': {
    says: 'where the status is in the query',
    begin:
      () =>
      ({ query }) =>
        query.has('status'),
  },
  'bare-id': {
    says: 'where the id of the project is bare',
    begin:
      () =>
      ({ id }) =>
        id.length === 27,
  },
  'prefixed-id': {
    says: 'where the id of the project has a prefix',
    begin:
      () =>
      ({ id }) =>
        id.length === 31,
  },
  'api-key': {
    says: 'for an API key',
    begin:
      () =>
      ({ authorization }) =>
        /^basic /i.test(authorization),
  },
  'both-places': {
    says: 'where a status is in the body and one in the query',
    begin:
      () =>
      async ({ request, query }) =>
        query.has('status') && 'status' in (await readBodyMembers(request.clone())),
  },
  'empty-body': {
    says: 'where the body is an empty object',
    begin:
      () =>
      async ({ request }) =>
        Object.keys(await readBodyMembers(request.clone())).length === 0,
  },
}

const postChanges = {
  'refused-400': async () => problem(400),
  'refused-404': async () => problem(404),
  'refused-405': async () => problem(405),
  'refused-415': async () => problem(415),
  'broken-500': async () => problem(500),
  'without-status': async (intercepted: InterceptedRequest) => {
    const { status: _status, ...others } = await readBodyMembers(intercepted.request.clone())
    return intercepted.send({ query: { status: undefined }, json: others })
  },
  'another-status': async (intercepted: InterceptedRequest) => {
    const response = await intercepted.send()
    const record = await readBodyMembers(response.clone())
    const status = record['status'] === 'ignored' ? 'resolved' : 'ignored'
    return response.ok ? replaceJsonBody(response, { ...record, status }) : response
  },
} as const

type PostChange = keyof typeof postChanges

/** A POST of a group takes a JSON object and a status (clause 4.9). */
const posts: readonly Fault[] = Object.entries(postDoors).flatMap(([door, condition]) =>
  lawFaults({
    id: 'legacy-group-is-posted',
    way: door,
    requirement: door === 'status-in-query' ? 'legacy.groups-post-query' : 'legacy.groups-post',
    breaks: `A POST of a group is not taken as it is, ${condition.says}.`,
    places: ['legacy.groups.create'] as const,
    conditions: (Object.keys(postChanges) as readonly PostChange[]).filter(
      (change) => door !== 'empty-body' || change.startsWith('refused-405') || change.startsWith('broken'),
    ),
    says: (change) => `as it is ${change}`,
    fault: (place, change) => during(place, condition, postChanges[change]),
  }),
)

/** The legacy lists and their writes (clause 4.9). */
export const legacyLists: readonly Fault[] = [
  ...foreignGroups,
  ...foreignGroupLast,
  ...served,
  ...boundProject,
  ...posts,
]
