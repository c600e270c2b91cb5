import { expect, it } from 'vitest'
import { withConventions, defaultConventions } from '../../../emulator/api/dialect/conventions.ts'
import { toAnswerShape } from '../../../conformance/learn/answer-shape.ts'
import { twinForms } from './twin-forms.ts'

it('adds members whose names look like holes as they are', () => {
  const shapeOf = (json: unknown) =>
    toAnswerShape({ status: 404, headers: { 'content-type': 'application/json' }, json, text: JSON.stringify(json) })
  const forms = twinForms([
    {
      question: 'environments.unknown',
      operation: 'environments.retrieve',
      outcome: 'not_found',
      mistake: undefined,
      ofService: shapeOf({ message: 'x', more: { $ref: 'a' } }),
      ofTwin: shapeOf({ message: 'x' }),
      exchange: undefined,
      limit: undefined,
      onlyForm: false,
    },
  ])
  expect(JSON.stringify(forms)).toContain('{"more":{"$$ref":"text"}}')
  expect(() => withConventions(defaultConventions, { answerForms: forms })).not.toThrow()
})
