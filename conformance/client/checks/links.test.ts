import { type FindingCase, itFinds } from '../../../testing/clients/judge-made.ts'
import type { MadeRequest, MadeRun } from '../../../testing/clients/made-run.ts'

const list = '/0/issues/2K5xLQJr8QpV0mWcT3nYbZ9aHsD/events/'
const driven: MadeRun = { task: 'walk-events' }
const ended: MadeRun = { ...driven, reported: { kind: 'value', value: {} } }
const watched: MadeRun = {}

/** The header of a page at an offset. */
function links(offset: number, more: boolean, also = ''): string {
  const entry = (rel: string, cursor: string, results: boolean) =>
    `<http://service.test/~w${list}?${also}cursor=${cursor}>; rel="${rel}"; results="${results}"; cursor="${cursor}"`
  return [entry('previous', '0:0:1', offset > 0), entry('next', `7:${offset + 2}:0`, more)].join(', ')
}

const page = (query: string, offset: number, count: number, more: boolean, also?: string): MadeRequest => ({
  line: `GET ${list}${query}`,
  answer: Array.from({ length: count }, (_none, index) => ({ id: `e${offset + index}` })),
  answerHeaders: { link: links(offset, more, also) },
})
const first = page('', 0, 2, true)
const second = page('?cursor=7:2:0', 2, 2, true)
const last = page('?cursor=7:4:0', 4, 1, false)
const poll = page('?cursor=7:6:0', 4, 0, false)
const walk = [first, second, last]
const times = <T>(count: number, item: T): readonly T[] => Array.from({ length: count }, () => item)
const polling: MadeRun = { task: 'poll-events', input: { after: links(4, false) } }

const cases: readonly FindingCase[] = [
  [
    'client.link-next',
    'broken',
    'one URL again and again in a task that polls',
    times(4, page('?cursor=7:6:0', 6, 2, true)),
    polling,
  ],
  ['client.link-next', 'kept', 'retries', [first, ...times(4, { ...second, status: 429 }), second, last], driven],
  ['client.link-stops', 'kept', 'one poll', [...walk, poll], driven],
  ['client.link-stops', 'kept', 'polls in a test', [...walk, poll, poll], watched],
  ['client.link-stops', 'kept', 'a few polls in a task that polls', [poll, poll, poll], polling],
  ['client.link-polls', 'kept', 'the URL of rel=next', [page('?cursor=7:6:0', 6, 2, true)], polling],
  ['client.link-polls', 'declined', 'the URL of rel=previous', [page('?cursor=0:0:1', 0, 2, true)], polling],
  ['client.link-results', 'kept', 'a short page passed', [first, page('?cursor=7:2:0', 2, 1, true), last], ended],
  ['client.link-next', 'kept', 'the second page again and again in a test', [first, ...times(4, second)], watched],
  ['client.link-next', 'kept', 'a cursor of its own to begin with', [page('?cursor=0:0:0', 0, 2, true)], driven],
]

itFinds(cases)
