import { answerFormOf, applyForm } from '../api/dialect/answer-forms.ts'
import { requestIdOf } from '../api/dialect/respond.ts'
import { endpointFor, optionsFormOf } from '../api/routing/router.ts'
import { PipelineContext, type Step } from './context.ts'

/** Applies the convention `answerForms` to answers, by operation and outcome. */
export const formAnswers: Step = (context, next) => {
  if (context.app.dialect.conventions.answerForms === 'none') return next(context)
  const led = redirected(context)
  if (led instanceof Response) return Promise.resolve(led)
  return next(led).then((response) => formed(response, led))
}

/**
 * The redirect of a request whose address lacks a parameter, or has the other form of a path. Otherwise the request as
 * the API sees it, without these parameters.
 */
function redirected(context: PipelineContext): Response | PipelineContext {
  const { app, request, baseUrl, path, search, isBelowBase, cors } = context
  const { answerForms, versions } = app.dialect.conventions
  if (answerForms === 'none' || !isBelowBase) return context
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
  if (status === undefined) return context
  if (missing.length === 0) return withoutParameters(context, Object.keys(query))
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

function withoutParameters(context: PipelineContext, names: readonly string[]): PipelineContext {
  const kept = context.search
    .slice(1)
    .split('&')
    .filter((parameter) => !names.includes(parameter.split('=', 1)[0]!))
  const search = kept.length === 0 ? '' : `?${kept.join('&')}`
  return Object.assign(Object.create(PipelineContext.prototype) as PipelineContext, context, { search })
}
