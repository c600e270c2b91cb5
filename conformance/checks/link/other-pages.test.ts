// Pages beside those of a walk: for other credentials, behind the last, and where rel=previous leads.
import { expect, it } from 'vitest'
import { product } from '../../../testing/product/product.ts'
import { deviatingSubject, emulatorSubject, resultLines, runKit } from '../../../testing/selftest/subject.ts'
import type { CheckId } from '../../catalogue/check-requirements.ts'

const newChecks: readonly CheckId[] = [
  'link.both-entries.other-credentials',
  'link.results.other-credentials',
  'link.next.other-credentials',
  'link.polling.new-group',
]

it('finds nothing wrong with these pages of the emulator', async () => {
  const result = await runKit(emulatorSubject(), { only: newChecks })
  expect(resultLines(result, 'fail', 'error', 'blocked', 'insufficientEvidence', 'notApplicable')).toEqual([])
})

it.each<readonly [fault: string, check: CheckId]>([
  ['link-link-is-there/legacy.groups.list/of-an-api-key', 'link.both-entries.other-credentials'],
  ['link-results-of-next-are-right/legacy.events.list/second-of-an-api-key', 'link.results.other-credentials'],
  ['link-results-of-previous-are-right/legacy.events.list/of-an-api-key', 'link.results.other-credentials'],
  ['link-relations-are-right/legacy.groups.list/second-of-an-api-key', 'link.next.other-credentials'],
  ['link-empty-page-sees-new-records/legacy.groups.list/always-empty', 'link.polling.new-group'],
  ['link-cursor-attribute-is-there/legacy.events.list/behind', 'link.cursor.attribute'],
  ['link-cursor-has-three-values/legacy.groups.list/of-an-api-key', 'link.cursor-format.three-values'],
  ['link-results-of-previous-are-right/legacy.groups.list/back', 'link.results.back'],
  ['link-relations-are-right/legacy.groups.list/behind', 'link.next.groups'],
  ['link-relations-are-right/legacy.groups.list/first', 'link.next.groups'],
  ['link-relations-are-right/legacy.groups.list/second', 'link.next.groups'],
  ['link-next-leads-to-the-next-page/legacy.groups.list/first', 'link.next.groups'],
  ['link-next-leads-to-the-next-page/legacy.events.list/second', 'link.next.continues'],
  ['link-next-leads-on/legacy.events.list/middle', 'link.next.continues'],
  ['link-offset-grows-by-the-page/legacy.events.list/first', 'link.offset.grows'],
  ['link-offset-grows-by-no-less/legacy.groups.list/first', 'link.offset.groups'],
  ['link-previous-leads-back/legacy.groups.list/behind', 'link.previous.groups'],
  ['link-previous-leads-back/legacy.events.list/behind', 'link.previous.leads-back'],
  ['link-walk-meets-each-record-last/legacy.events.list/last-lost', 'link.complete.nothing-left'],
])('fails given %s: %s', async (name, check) => {
  const fault = product.find((candidate) => candidate.name === name)!
  const { results } = await runKit(deviatingSubject({ ...fault, caughtBy: '' }), { only: [check] })
  expect(results.filter(({ verdict }) => verdict === 'fail').map((result) => result.check)).toContain(check)
})

it.each<readonly [fault: string, checks: readonly CheckId[]]>([
  ['link-offset-grows-by-the-page/legacy.events.list/first', ['link.offset.grows']],
  ['link-offset-grows-by-no-less/legacy.groups.list/first', ['link.offset.groups']],
  ['link-previous-leads-back/legacy.events.list/behind', ['link.previous.leads-back']],
  ['link-next-leads-to-the-next-page/legacy.groups.list/first', ['link.next.groups']],
  ['link-relations-are-right/legacy.groups.list/behind', ['link.next.groups']],
])('names the nearest requirement alone given %s', async (name, checks) => {
  const fault = product.find((candidate) => candidate.name === name)!
  const { results } = await runKit(deviatingSubject({ ...fault, caughtBy: '' }), { only: ['link.*'] })
  expect(results.filter(({ verdict }) => verdict === 'fail').map((result) => result.check)).toEqual(checks)
})
