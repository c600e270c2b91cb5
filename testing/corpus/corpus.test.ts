import fc from 'fast-check'
import { expect, it } from 'vitest'
import { toFindings, parseLine, formatEntry } from './entry.ts'
import { moveLines, compareEntries } from './moves.ts'

const word = fc.stringMatching(/^[a-z][a-z0-9.-]{0,12}$/)
const finding = fc.record({ requirement: word, check: word, verdict: word })
const entry = fc.record({
  name: word,
  breaks: fc.option(word, { nil: undefined }),
  varies: fc.option(word, { nil: undefined }),
  findings: fc.array(finding, { maxLength: 5 }),
})

it('reads what it writes', () => {
  fc.assert(fc.property(entry, (item) => formatEntry(parseLine(formatEntry(item))) === formatEntry(item)))
})

const judgedResult = (requirement: string, check: string, verdict: string, kind?: string) => ({
  requirement,
  check,
  verdict,
  ...(kind === undefined ? {} : verdict === 'fail' ? { fact: { kind } } : { cause: { kind } }),
})

it('lists what does not pass, with the kind of its fact or cause', () => {
  const findings = toFindings([
    judgedResult('ids.unique', 'ids.unique.pages', 'pass'),
    judgedResult('ids.unique', 'ids.unique.walk', 'fail', 'repeated'),
    judgedResult('link.next', 'link.next.one', 'blocked', 'check'),
    judgedResult('link.next', 'link.next.two', 'blocked', 'check'),
    judgedResult('client.stops', 'client.stops', 'fail', 'requestExtra'),
    judgedResult('client.stops', 'client.stops', 'pass'),
    judgedResult('client.waits', 'client.waits', 'pass'),
    judgedResult('client.waits', 'client.waits', 'insufficientEvidence', 'neverDone'),
    judgedResult('http.date', 'http.date.skew', 'observed'),
  ])
  expect(formatEntry({ name: 'a server', breaks: 'ids.unique', findings })).toBe(
    'a server > !ids.unique | blocked/check link.next:* | fail/repeated ids.unique:walk | fail/requestExtra client.stops',
  )
})

const moved = (before: string, after: string, detail?: 'requirement') =>
  moveLines(compareEntries([parseLine(before)], [parseLine(after)], detail))

it('says what was gained, lost, blamed and left open', () => {
  const before = 'a > !ids.unique | fail/repeated ids.unique:walk | blocked/check link.next:one'
  expect(moved(before, before)).toEqual([])
  expect(moved(before, 'a > !ids.unique | fail/repeated ids.unique:pages | fail/link link.next:one')).toEqual([
    'lost: 1',
    '  a: -ids.unique:walk=fail/repeated',
    'blamed: 1',
    '  a: +link.next:one=fail/link',
    'open: 1',
    '  a: -link.next:one=blocked/check',
    'gained: 1',
    '  a: +ids.unique:pages=fail/repeated',
  ])
  expect(moved('a > | fail/repeated ids.unique:walk', 'b >')).toEqual([
    'gone: 1',
    '  a: ids.unique:walk=fail/repeated',
    'new: 1',
    '  b: ',
  ])
})

it('compares by requirement, whatever the checks are called', () => {
  expect(
    moved(
      'a > !x | fail/body x:one | blocked/check x:two',
      'a > !x | blocked/data x:three | fail/count x:four',
      'requirement',
    ),
  ).toEqual([])
  expect(moved('a > !x | fail/body x:one', 'a > !x | blocked/data x:three', 'requirement')).toEqual([
    'lost: 1',
    '  a: -x=fail',
    'open: 1',
    '  a: +x=blocked',
  ])
})
