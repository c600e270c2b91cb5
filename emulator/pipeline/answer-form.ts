import { answerFormOf, applyForm } from '../api/dialect/answer-forms.ts'
import { endpointFor } from '../api/routing/router.ts'
import { requestIdOf } from '../api/dialect/respond.ts'
import { optionsFormOf } from '../api/routing/router.ts'
import type { PipelineContext, Step } from './context.ts'

/** Applies the convention `answerForms` to answers, by operation and outcome. */
export const formAnswers: Step = (context, next) =>
  context.app.dialect.conventions.answerForms === 'none'
    ? next(context)
    : Promise.resolve(redirect(context) ?? next(context).then((response) => formed(response, context)))

/** The redirect of a request whose address lacks a parameter, or has the other form of a path. */
function redirect({ app, request, baseUrl, path, search, isBelowBase, cors }: PipelineContext): Response | undefined {
  const { answerForms, versions } = app.dialect.conventions
  if (answerForms === 'none' || !isBelowBase) return undefined
  const { $default } = answerForms
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  const found = app.router.find(path)
  const id = found && endpointFor(found.route, request.method)?.id
  const isOfVersion = found !== undefined || versions.includes(path.split('/', 2)[1] ?? '')
  const usual = isOfVersion ? $default?.['redirect'] : undefined
  const { status, query = {} } = (isRead && ((id && answerForms[id]?.['redirect']) ?? usual)) || {}
  const to = (code: number, address: string) =>
    new Response(null, { status: code, headers: { Location: `${baseUrl}${address}`, ...cors } })
  const slash = $default?.['slash']?.status
  if (slash !== undefined && found && found.route.path.endsWith('/') !== path.endsWith('/'))
    return to(slash, `${path.endsWith('/') ? path.slice(0, -1) : `${path}/`}${search}`)
  const parameters = new URLSearchParams(status === undefined ? '' : search)
  const missing = Object.entries(query).filter(([name]) => !parameters.has(name))
  if (status === undefined || missing.length === 0) return undefined
  return to(status, `${path}${search}${search === '' ? '?' : '&'}${new URLSearchParams(missing).toString()}`)
}

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
