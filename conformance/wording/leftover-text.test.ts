import { expect, it } from 'vitest'
import { because } from '../conclusions/cause.ts'
import { Conclusion } from '../conclusions/conclusion.ts'
import type { LeftoverReason, CreatedObject } from '../conclusions/leftover.ts'
import { phrase } from '../conclusions/phrase.ts'
import { leftoverText } from './leftover-text.ts'

const token: CreatedObject = { operation: 'access-tokens.create', name: 'run-a', id: 'pat_1' }
const quota = new Conclusion('insufficientEvidence', { cause: because.quota, remark: phrase`nothing but 429` })

it.each<[CreatedObject, LeftoverReason, string]>([
  [token, { kind: 'refused', status: 403 }, 'personal access token pat_1 named run-a: DELETE answered 403'],
  [
    { ...token, id: undefined },
    { kind: 'unidentified' },
    'personal access token named run-a may exist: its id never came back',
  ],
  [
    token,
    { kind: 'failed', error: new DOMException('The operation was aborted due to timeout', 'TimeoutError') },
    'personal access token pat_1 named run-a: the time for deleting was over before an answer came',
  ],
  [token, { kind: 'failed', error: quota }, 'personal access token pat_1 named run-a: nothing but 429'],
  [
    { operation: 'groups.create', name: '(groups carry no name)' },
    { kind: 'undocumented' },
    'group (groups carry no name): no documented undo',
  ],
  [
    { name: 'hooks.createEvent', hook: 'createEvent', id: 'e1' },
    { kind: 'refused', status: 403 },
    'event e1 made by hooks.createEvent: hooks.deleteEvent answered 403',
  ],
])('says of %j what stays and why, given %j', (made, why, text) => {
  expect(leftoverText({ made, why })).toBe(text)
})
