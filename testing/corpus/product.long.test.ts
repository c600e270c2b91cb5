// A part of the product each day: a month runs all of it.
import { expect, it } from 'vitest'
import { requirements } from '../../conformance/catalogue/requirements.ts'
import { checks } from '../../conformance/checks/checks.ts'
import { committed } from '../committed.ts'
import { checksWith } from './entry.ts'
import { judgeEntry, toProductThing } from './judged-things.ts'
import { everyDeviation } from '../faults/faults.ts'
import { selectPart } from '../sample.ts'
import { findExclusion } from '../product/exclusions.ts'
import { product } from '../product/product.ts'
import { killMatrixPath, listedSurvivors } from '../product/product-table.ts'

const survivors = listedSurvivors(committed(killMatrixPath))
const counted = product.filter((fault) => findExclusion(fault) === undefined)
const excluded = product.filter((fault) => findExclusion(fault) !== undefined)
const failedChecks = new Set<string>()

it.each(
  selectPart(counted).map((fault) => [survivors.has(fault.name) ? 'misses' : 'kills', fault.name, fault] as const),
)('%s %s, as the page says', async (verb, _name, fault) => {
  const entry = await judgeEntry(toProductThing(fault), 1)
  const failed = checksWith(entry, 'fail')
  for (const check of failed) failedChecks.add(check)
  const stale = `${killMatrixPath} is stale: run \`npm run kill -- --product --write\` and commit what it writes`
  expect(failed.length === 0 ? 'misses' : 'kills', stale).toBe(verb)
  expect(checksWith(entry, 'error')).toEqual([])
})

it.each(selectPart(excluded).map((fault) => [fault.name, findExclusion(fault)!.id, fault] as const))(
  'leaves out %s by the rule %s, and no check catches it',
  async (_name, _rule, fault) => {
    expect(checksWith(await judgeEntry(toProductThing(fault), 1), 'fail')).toEqual([])
  },
)

it.runIf(process.env['PLATFORM_SAMPLE'] === 'all')('has no check that no fault can fail', () => {
  const judged = new Set<string>(requirements.filter(({ kind }) => kind === 'stated').map(({ id }) => id))
  const caught = new Set<string>([...everyDeviation.map(({ caughtBy }) => caughtBy), ...failedChecks])
  expect(
    checks
      .filter(({ id, requirement }) => judged.has(requirement) && !caught.has(id) && !caught.has(`${requirement}.*`))
      .map(({ id }) => id),
  ).toEqual([])
})
