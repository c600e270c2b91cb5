import { expect, it } from 'vitest'
import { leftCanaries, type Redaction } from '../../../testing/redaction/canaries.ts'
import { rules, withoutRule } from '../../../testing/redaction/without-rule.ts'
import * as redact from './redact.ts'
import * as exchanges from './redacted-exchange.ts'
import * as secrets from './secrets.ts'

const whole: Redaction = { redact, secrets, exchanges }

it('leaves no canary', () => {
  expect([...leftCanaries(whole)]).toEqual([])
})

it.each(rules)('would leave a canary without the rule of %s.ts: %s', async (...rule) => {
  expect(leftCanaries(await withoutRule(rule)).next().value).toBeDefined()
})
