import { answerFormOf, applyForm } from '../api/dialect/answer-forms.ts'
import { requestIdOf } from '../api/dialect/respond.ts'
import { optionsFormOf } from '../api/routing/router.ts'
import type { PipelineContext, Step } from './context.ts'

/** Applies the convention `answerForms` to answers, by operation and outcome. */
export const formAnswers: Step = (context, next) =>
  context.app.dialect.conventions.answerForms === 'none'
    ? next(context)
    : next(context).then((response) => formed(response, context))

function formed(
  response: Response,
  { app, draft, request, route, world }: PipelineContext,
): Response | Promise<Response> {
  const { operation, refusal } = draft
  const { answerForms, rateLimit } = app.dialect.conventions
  const isOptions = request.method === 'OPTIONS'
  const name = response.headers.get('x-emulator-code') ?? (isOptions ? 'options' : 'success')
  const facts = { requestId: requestIdOf(draft.index), now: world.clock.now(), rateLimit }
  const outcome = { operation: operation?.id, name, message: refusal?.message, url: request.url, facts }
  const isOfRoute = name === 'options' && route !== undefined && answerForms !== 'none'
  const form = isOfRoute ? optionsFormOf(route, answerForms) : answerFormOf(answerForms, outcome, response.status)
  return form ? applyForm(response, form, outcome) : response
}
