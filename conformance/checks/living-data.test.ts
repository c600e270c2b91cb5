import { expect, it } from 'vitest'
import { FakeTime } from '../../testing/conformance/fake-time.ts'
import { smallCheck, lines, runSmallKit } from '../../testing/conformance/small-kit.ts'
import { because } from '../conclusions/cause.ts'
import { blocked, fail, insufficient } from '../conclusions/conclusion.ts'
import { type Phrase, phrase } from '../conclusions/phrase.ts'
import type { Session } from '../judge/session.ts'
import { walkedList } from './lists/walked-list.ts'
import { guardLivingData } from './living-data.ts'

const path = '/1.13/environments'
const paddedBareId = (number: number) => `${number}`.padStart(27, '0')
const [oldest, newest] = [paddedBareId(1), paddedBareId(9)]

/** The changes by others between two looks of a check: the ids of the list. */
interface Others {
  readonly ids: (look: number) => readonly number[]
  /** Ends each look of the check, from the first on. */
  readonly looks: readonly ((session: Session) => unknown)[]
  readonly effect?: 'read' | 'write'
  /** Milliseconds by which the list is late. */
  readonly lag?: number
  /** True if the list comes whole, whatever is requested. */
  readonly isWhole?: boolean
  /** The most records of a page. Default: all. */
  readonly most?: number
}

const all = [9, 7, 5, 3, 1]
const failing = (session: Session, ids: readonly string[], got: Phrase) =>
  fail({ expected: phrase`a`, got, fact: { kind: 'present', ids, at: session.exchanges.at(-1)! } })
const broken = (session: Session) => failing(session, [], phrase`b`)
const about = (id: string) => (session: Session) => failing(session, [id], phrase`${id} in ${path}`)
const failAfterCursor = (cursor: string, id: string) => async (session: Session) => {
  await session.send({ path, query: { starting_after: cursor } })
  return about(id)(session)
}
const refused = (cursor: string) => async (session: Session) => {
  const at = await session.send({ path, query: { starting_after: cursor } })
  return fail({ expected: phrase`a`, got: phrase`b`, fact: { kind: 'status', wanted: 'success', at } })
}
const created = (look: number) => (look === 0 ? all : [11, ...all])
const deleted = (look: number) => (look === 0 ? all : [9, 7, 3, 1])
const deletedEachTime = (look: number) => all.slice(look)

it.each<[line: string, what: string, others: Others]>([
  ['pass', 'a check that passes', { ids: () => all, looks: [() => undefined] }],
  [
    'fail: expected a; got b',
    'a fault that shows once, in a list that nobody changes',
    { ids: () => all, looks: [broken] },
  ],
  [
    'blocked: no',
    'a control that fails, in a list that nobody changes',
    { ids: () => all, looks: [() => blocked(because.absent, phrase`no`)] },
  ],
  [
    'pass: seen',
    'a fault that is gone when a record was created',
    { ids: created, looks: [broken, () => phrase`seen`] },
  ],
  [
    'pass: 5 records',
    'more records that were created since than a walk meets',
    {
      ids: (look) => (look === 0 ? all : [...Array.from({ length: 15 }, (_, index) => 25 - index), ...all]),
      looks: [broken, async (session) => phrase`${(await walkedList(session, path)).ids.length} records`],
      most: 1,
    },
  ],
  [
    'insufficientEvidence: no',
    'a look that cannot decide, after one that failed',
    { ids: created, looks: [broken, () => insufficient(because.data, phrase`no`)] },
  ],
  [
    'fail: expected a; got b',
    'a fault that stays when a record was created',
    { ids: created, looks: [broken, broken, broken] },
  ],
  [
    `insufficientEvidence: records of ${path} were deleted during the check`,
    'a fault in a list whose records others delete all the time',
    { ids: deletedEachTime, looks: [broken, broken, broken] },
  ],
  [
    'fail: expected a; got b',
    'a fault that stays when nothing is deleted any more',
    { ids: deleted, looks: [broken, broken, broken] },
  ],
  [
    `fail: expected a; got ${oldest} in ${path}`,
    'a fault of a record that stays as it was, whatever others delete',
    { ids: (look) => [...all.slice(look, 4), 1], looks: [about(oldest), about(oldest), about(oldest)] },
  ],
  [
    `insufficientEvidence: records of ${path} were deleted during the check`,
    'a fault of an unchanged record after a deleted one',
    {
      ids: (look) => [...all.slice(look, 4), 1],
      looks: [
        failAfterCursor(newest, oldest),
        failAfterCursor(paddedBareId(7), oldest),
        failAfterCursor(paddedBareId(5), oldest),
      ],
    },
  ],
  [
    `insufficientEvidence: records of ${path} were deleted during the check`,
    'faults of several records, one of which is gone',
    {
      ids: (look) => [...all.slice(look, 4), 1],
      looks: [newest, paddedBareId(7), paddedBareId(5)].map(
        (gone) => (session: Session) => failing(session, [oldest, gone], phrase`b`),
      ),
    },
  ],
  [
    `insufficientEvidence: records of ${path} were deleted during the check`,
    'a fault of a record that is gone',
    { ids: deletedEachTime, looks: [about(newest), about(paddedBareId(7)), about(paddedBareId(5))] },
  ],
  [
    `insufficientEvidence: records of ${path} were deleted during the check`,
    'cursors of records that are gone, which a late list still shows',
    { ids: deletedEachTime, looks: [refused(newest), refused(paddedBareId(7)), refused(paddedBareId(5))], lag: 3000 },
  ],
  [
    `insufficientEvidence: records of ${path} were deleted during the check`,
    'a list without paging whose oldest records others delete',
    { ids: (look) => all.slice(0, -look || undefined), looks: [broken, broken, broken], isWhole: true },
  ],
  [
    `insufficientEvidence: records of ${path} were deleted during the check`,
    'a fault in a check that writes, and is not repeated',
    { ids: deleted, looks: [broken], effect: 'write' },
  ],
  [
    'fail: expected a; got b',
    'a fault in a check that writes, beside a new record',
    { ids: created, looks: [broken], effect: 'write' },
  ],
])('concludes %s given %s', async (line, _what, { ids, looks, effect = 'read', lag = 0, isWhole = false, most }) => {
  const time = new FakeTime()
  const begun: number[] = []
  const tested = smallCheck(
    'ids.one',
    async (session) => {
      await walkedList(session, path)
      return looks[begun.push(time.now()) - 1]!(session)
    },
    { effect },
  )
  const result = await runSmallKit(guardLivingData([tested]), {
    target: { baseUrl: 'http://target.test', credentials: { token: 't' } },
    allowWrites: true,
    time,
    fetch: async (request) => {
      const { searchParams } = new URL(request.url)
      const after = searchParams.get('starting_after')
      const listed = ids(begun.filter((at) => at <= time.now() - lag).length).map((number) => paddedBareId(number))
      const data = listed.filter((id) => isWhole || after === null || id < after).slice(0, most)
      return Response.json({ data: data.map((id) => ({ id, name: id })), has_more: false })
    },
  })
  expect(lines(result)).toEqual([expect.stringContaining(`ids.one ${line}`)])
  expect(begun).toHaveLength(looks.length)
})
