import fc from 'fast-check'
import { expect, it } from 'vitest'
import { madeRun } from '../../../testing/clients/made-run.ts'
import type { WorldFacts } from '../evidence/world-facts.ts'
import { compareIds } from './compare-ids.ts'
import type { OutcomeRun } from './outcome.ts'

const none: WorldFacts = {
  now: 0,
  environments: [],
  catalogs: new Map(),
  configurations: new Map(),
  accessTokens: [],
  adapters: [],
  adapterConnections: [],
  projects: [],
  boundProject: '',
  groups: new Map(),
  events: new Map(),
}

function run(ids: unknown, facts: Partial<OutcomeRun> = {}): OutcomeRun {
  return {
    ...madeRun([]),
    before: none,
    after: none,
    reported: { kind: 'value', value: { ids } },
    ...facts,
  } as OutcomeRun
}

const kindOf = (ids: readonly string[], truth: readonly string[], order: 'asListed' | 'any' = 'asListed') =>
  compareIds(run(ids), { needed: truth, allowed: truth, order }).kind

/** Ids, newest first. */
const lists = fc
  .uniqueArray(fc.stringMatching(/^[0-9A-Za-z]{27}$/), {
    minLength: 2,
    maxLength: 40,
    selector: (id) => id.toLowerCase(),
  })
  .map((ids) => ids.sort((left, right) => (left < right ? 1 : -1)))
const listAndPlaces = lists.chain((ids) =>
  fc
    .tuple(fc.constant(ids), fc.nat(ids.length - 1), fc.nat(ids.length - 1))
    .filter(([, left, right]) => left !== right),
)

it('finds a list right that is complete and in order', () => {
  fc.assert(
    fc.property(lists, (ids) => {
      expect(kindOf(ids, ids)).toBe('right')
    }),
  )
})

it('finds a list wrong that lacks an id, has one twice, or has two in each other’s places', () => {
  fc.assert(
    fc.property(listAndPlaces, ([ids, left, right]) => {
      expect(kindOf(ids.toSpliced(left, 1), ids)).toBe('wrong')
      expect(kindOf(ids.toSpliced(left, 0, ids[right]!), ids)).toBe('wrong')
      const swapped = ids.with(left, ids[right]!).with(right, ids[left]!)
      expect(kindOf(swapped, ids)).toBe('wrong')
      expect(kindOf(swapped, ids, 'any')).toBe('right')
    }),
  )
})
