import { findAnswerForm, applyForm } from '../api/dialect/answer-forms.ts'
import { toRequestId } from '../api/dialect/respond.ts'
import { methodEndpoint, optionsForm } from '../api/routing/router.ts'
import type { RequestContext, Step } from './context.ts'

/** Applies the convention `answerForms` to answers, by operation and outcome. */
export const formAnswers: Step = async (context, next) =>
  redirectAnswer(context) ?? (await formAnswer(await next(context), context))

/**
 * The redirect of a request whose address lacks a parameter, or has the other form of a path; undefined if there is none.
 * Then the API does not see these parameters.
 */
function redirectAnswer(context: RequestContext): Response | undefined {
  const { app, request, baseUrl, path, search, isBelowBase, cors } = context
  const { answerForms, versions } = app.dialect.conventions
  if (answerForms === 'none' || !isBelowBase) return undefined
  const { $default } = answerForms
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  const found = app.router.find(path)
  const id = found && methodEndpoint(found.route, request.method)?.id
  const isOfVersion = found !== undefined || versions.includes(path.split('/', 2)[1] ?? '')
  const usual = isOfVersion ? $default?.['redirect'] : undefined
  const { status, query = {} } = (isRead && ((id && answerForms[id]?.['redirect']) ?? usual)) || {}
  const to = (code: number, address: string) =>
    new Response(null, { status: code, headers: { Location: `${baseUrl}${address}`, ...cors } })
  const { status: slash } = (id && answerForms[id]?.['slash']) || $default?.['slash'] || {}
  if (slash !== undefined && found && found.route.path.endsWith('/') !== path.endsWith('/'))
    return to(slash, `${path.endsWith('/') ? path.slice(0, -1) : `${path}/`}${search}`)
  if (status === undefined) return undefined
  const parameters = new URLSearchParams(search)
  const missing = Object.entries(query).filter(([name]) => !parameters.has(name))
  if (missing.length === 0) {
    context.search = dropQueryParameters(search, Object.keys(query))
    return undefined
  }
  return to(status, `${path}${search}${search === '' ? '?' : '&'}${new URLSearchParams(missing).toString()}`)
}

function formAnswer(
  response: Response,
  { app, draft, request, route, world }: RequestContext,
): Response | Promise<Response> {
  const { operation, refusal } = draft
  const { answerForms, rateLimit } = app.dialect.conventions
  const isOptions = request.method === 'OPTIONS'
  const name = response.headers.get('x-emulator-code') ?? (isOptions ? 'options' : 'success')
  const facts = { requestId: toRequestId(draft.index), now: world.clock.now(), rateLimit }
  const { message, mistake } = refusal ?? {}
  const outcome = { operation: operation?.id, name, mistake, message, url: request.url, facts }
  const isOfRoute = name === 'options' && route !== undefined && answerForms !== 'none'
  const form = isOfRoute ? optionsForm(route, answerForms) : findAnswerForm(answerForms, outcome, response.status)
  return form ? applyForm(response, form, outcome) : response
}

/** A query without some parameters. */
function dropQueryParameters(search: string, names: readonly string[]): string {
  const kept = search
    .slice(1)
    .split('&')
    .filter((parameter) => !names.includes(parameter.split('=', 1)[0]!))
  return kept.length === 0 ? '' : `?${kept.join('&')}`
}
