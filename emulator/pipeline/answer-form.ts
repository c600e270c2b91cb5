import { answerFormOf, applyForm } from '../api/dialect/answer-forms.ts'
import { optionsFormOf } from '../api/routing/routes.ts'
import type { PipelineContext, Step } from './context.ts'

/** Applies the convention `answerForms` to answers, by operation and outcome. */
export const formAnswers: Step = (context, next) =>
  context.app.dialect.conventions.answerForms === 'none'
    ? next(context)
    : next(context).then((response) => formed(response, context))

function formed(response: Response, { app, draft, request, route }: PipelineContext): Response | Promise<Response> {
  const { operation, refusal } = draft
  const isOptions = request.method === 'OPTIONS'
  const name = response.headers.get('x-emulator-code') ?? (isOptions ? 'options' : 'success')
  const outcome = {
    operation: operation?.id,
    name,
    mistake: refusal?.mistake,
    message: refusal?.message,
    url: request.url,
  }
  const { answerForms } = app.dialect.conventions
  const isOfRoute = name === 'options' && route !== undefined && answerForms !== 'none'
  const form = isOfRoute ? optionsFormOf(route, answerForms) : answerFormOf(answerForms, outcome)
  return form ? applyForm(response, form, outcome) : response
}
