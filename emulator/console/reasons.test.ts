import { expect, it } from 'vitest'
import { causeText } from './reasons.ts'

it.each([
  [{ kind: 'declaration', members: [['samples.id'], ['token', 'apiKey']] }, ': samples.id, token, apiKey'],
  [{ kind: 'noSuchTask' }, 'no such task'],
  [{ kind: 'toString' }, 'to string'],
])('names what a cause names given %j', (cause, text) => {
  expect(causeText(cause)).toContain(text)
})
