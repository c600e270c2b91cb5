import { answerFormOf, inForm } from '../api/dialect/answer-forms.ts'
import type { Step } from './context.ts'

/** Applies the convention `answerForms` to answers, by operation and outcome. */
export const formAnswers: Step = async (context, next) => {
  const { answerForms } = context.app.dialect.conventions
  const response = await next(context)
  if (answerForms === 'none') return response
  const { operation, refusal } = context.draft
  const isOptions = context.request.method === 'OPTIONS'
  const name = response.headers.get('x-emulator-code') ?? (isOptions ? 'options' : 'success')
  const outcome = { operation: operation?.id, name, message: refusal?.message, url: context.request.url }
  const form = answerFormOf(answerForms, outcome)
  return form ? inForm(response, form, outcome) : response
}
