// Tokens, scopes and the connection of a third party: names, formats and lifetimes that the specification leaves open.
import { because } from '../../conclusions/cause.ts'
import { isObject, findMember, collectTexts } from '../../reading/find-list.ts'
import { findRelation, parseLinkHeader } from '../../reading/link-header.ts'
import { readTime, detectTimeFormat } from '../../reading/times.ts'
import { readLifetime, tokenObject } from '../../reading/token-answer.ts'
import { toNumber } from '../../reading/value-text.ts'
import { stateCodes } from '../../checks/connect/state-codes.ts'
import { secretTexts } from '../../checks/tokens/token-secret.ts'
import type { Answers } from '../answers.ts'
import { learned, type Observation, unrepresentable, unobservable, unobservableBut } from '../observation.ts'
import { scopeTexts } from '../scope-names.ts'
import { sameTemplate, inferTemplate } from '../template.ts'
import { isRefusalStatus } from '../../reading/success.ts'
import { type ConventionObserver, refusedOr, succeeds } from './observer.ts'

const tokenShorthands: Readonly<Record<string, unknown>> = {
  rfc6749: tokenTemplate('expires_in', 'refresh_token'),
  withoutRefreshToken: tokenTemplate('expires_in'),
  withoutExpiresIn: tokenTemplate('refresh_token'),
  expiresAt: tokenTemplate('expires_at', 'refresh_token'),
}

function tokenTemplate(...names: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(['access_token', 'token_type', ...names].map((name) => [name, `$${name}`]))
}

/** The members of a token response. It may also have a scope. */
export const tokenResponse: ConventionObserver = (answers) => {
  const questions = ['oauth.token', 'oauth.token-again']
  const bodies = questions.map((question) => answers.json(question))
  const [first, second] = bodies
  if (first === undefined || second === undefined) return unobservable(answers.whyNot(...questions))
  const { template, unexplained } = inferTemplate(bodies, ({ values: [value], path }) => {
    const name = path.at(-1) ?? ''
    if (/^access_?token$/i.test(name)) return '$access_token'
    if (/^refresh_?token$/i.test(name)) return '$refresh_token'
    if (/^token_?type$/i.test(name) && /^bearer$/i.test(String(value))) return '$token_type'
    if (/^expires_?in$/i.test(name) && toNumber(value) > 0)
      return typeof value === 'string' ? { $text: '$expires_in' } : '$expires_in'
    if (/^expires_?at$|^expiry$/i.test(name) && readTime(value) !== undefined) return '$expires_at'
    return name === 'scope' && typeof value === 'string' ? '' : undefined
  })
  const members = isObject(template) ? withoutEmptyMembers(template) : template
  const short = Object.entries(tokenShorthands).find(([, long]) => sameTemplate(long, members))?.[0]
  if (unexplained.length > 0) return unrepresentable(unexplained, questions, short ?? members)
  return JSON.stringify(members).includes('$access_token')
    ? learned(short ?? members, ...questions)
    : unrepresentable(['access_token'], questions)
}

/** The text of `scope` depends on the client and is not part of the form. */
function withoutEmptyMembers(template: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(template).flatMap(([name, value]) =>
      value === '' ? [] : [[name, isObject(value) ? withoutEmptyMembers(value) : value] as const],
    ),
  )
}

/** Whether the first of two tokens works after the second was issued. */
export const earlierTokens: ConventionObserver = (answers) =>
  answers.get('oauth.token-again') ? afterNewToken(answers) : unobservable(answers.whyNot('oauth.token-again'))

const afterNewToken = refusedOr(
  { question: 'oauth.earlier-token', usual: 'environments.list' },
  'end',
  'stay',
  succeeds,
)

/** In seconds: `expires_in`, or the time between the answer and `expires_at`. */
export const accessTokenLifetime: ConventionObserver = (answers) => {
  const question = 'oauth.token'
  const exchange = answers.get(question)
  const answer = tokenObject(answers.json(question))
  if (!exchange || !answer) return unobservable(answers.whyNot(question))
  const told = readLifetime(answer)
  if (told !== undefined) return learned(Math.round(told), question)
  const expiry = readTime(answer['expires_at'])
  const date = Date.parse(exchange.response.headers['date'] ?? '')
  const now = Number.isFinite(date) ? date : exchange.startedAt
  if (expiry === undefined) return unobservable(because.absent, question)
  const seconds = (expiry - now) / 1000
  // A Date header has whole seconds, and a lifetime is usually a round number.
  const round = [60, 30, 10, 5]
    .map((step) => Math.round(seconds / step) * step)
    .find((near) => Math.abs(near - seconds) < 1.5)
  return round !== undefined && round > 0 ? learned(round, question) : unobservable(because.data, question)
}

/** The path of personal access tokens: that of the target file, or the documented one if it serves a list. */
export const accessTokensPath: ConventionObserver = (answers, { paths = {} }) =>
  answers.list('access-tokens.list')
    ? learned(paths.accessTokens ?? '/access-tokens', 'access-tokens.list')
    : unobservable(answers.whyNot('access-tokens.list'))

/** The path of the MCP endpoint, if it speaks the protocol. */
export const mcpPath: ConventionObserver = (answers, { paths }) => {
  const exchange = answers.get('mcp.initialize')
  if (paths?.mcp === undefined) return unobservable({ kind: 'declaration', members: [['paths.mcp']] })
  if (!exchange) return unobservable(answers.whyNot('mcp.initialize'))
  return exchange.response.status < 300 && /"jsonrpc"\s*:\s*"2\.0"/.test(exchange.response.text)
    ? learned(paths.mcp, 'mcp.initialize')
    : unobservable(because.refused, 'mcp.initialize')
}

/** The member with a new secret: the text that worked as a credential. */
export const secretName: ConventionObserver = (answers) => {
  const used = answers.get('access-tokens.as-secret')
  const created = answers.get('access-tokens.create')
  if (!created || !used) return unobservable(answers.whyNot('access-tokens.create', 'access-tokens.as-secret'))
  const bearer = used.request.headers['authorization']?.replace(/^Bearer /, '')
  const { json } = created.response
  const at = secretTexts(json, created.request.body, '').find(({ text }) => text === bearer)
  if (!at || !answers.hasSuccess('access-tokens.as-secret'))
    return unobservable(because.refused, 'access-tokens.as-secret')
  return learned(at.path.at(-1)!, 'access-tokens.create', 'access-tokens.as-secret')
}

/** A member of the token records, from the list and from the tokens that the questions created. */
function tokenMembers(answers: Answers, name: string): readonly (readonly [question: string, value: unknown])[] {
  const listed = (answers.list('access-tokens.list')?.items ?? []).map((item) => findMember(item, name))
  const made = findMember(answers.record('access-tokens.create'), name)
  return [
    ...listed.map((value) => ['access-tokens.list', value] as const),
    ['access-tokens.create', made] as const,
  ].filter(([, value]) => value !== undefined && value !== null)
}

const sourceQuestions = (members: readonly (readonly [string, unknown])[]): readonly string[] => [
  ...new Set(members.map(([question]) => question)),
]

/** RFC 6749, section 3.3. `scopeRule` observes the names of scopes. */
const isScopeToken = (text: string): boolean => /^[\x21\x23-\x5B\x5D-\x7E]{1,200}$/.test(text)

/** The form of a scope. */
export const scopeFormat: ConventionObserver = (answers) => {
  const members = tokenMembers(answers, 'scopes')
  const seenIn = sourceQuestions(members)
  if (members.length === 0) return unobservable(answers.whyNot('access-tokens.list', 'access-tokens.create'))
  const ofTexts = (form: string, texts: readonly string[]) =>
    texts.every(isScopeToken) ? learned(form, ...seenIn) : unrepresentable(['scopes in another notation'], seenIn, form)
  const values = members.map(([, scopes]) => scopes)
  if (values.every((scopes) => typeof scopes === 'string'))
    return ofTexts(
      'text',
      values.flatMap((scopes) => scopes.split(' ')),
    )
  const elements = values.flatMap((scopes) => (Array.isArray(scopes) ? (scopes as readonly unknown[]) : [undefined]))
  if (elements.length === 0) return unobservable(because.data, ...seenIn)
  if (elements.every((scope) => typeof scope === 'string')) return ofTexts('string', elements)
  const hasNames = (names: string) => (scope: unknown) =>
    isObject(scope) && Object.keys(scope).toSorted().join() === names
  if (elements.every(hasNames('description,name'))) return learned('named', ...seenIn)
  return elements.every(hasNames('action,resource'))
    ? learned('object', ...seenIn)
    : unrepresentable(['scopes'], seenIn)
}

/**
 * Whether scopes limit a token: the refusal of a token with one scope that works elsewhere. The rights of scopes with
 * other names are unknown, so the twin lets each allow everything.
 */
export const scopeRule: ConventionObserver = (answers, { personalAccessTokens: { scopes: declared = [] } = {} }) => {
  const question = 'access-tokens.one-scope'
  const status = answers.status(question)
  if (status === undefined) {
    // No token was created, so the names come from the listed tokens.
    const listed = tokenMembers(answers, 'scopes').map(([, scopes]) => scopes)
    return unobservableBut(answers.whyNot(question), learnVocabulary([declared, ...listed]))
  }
  const vocabulary = learnVocabulary([declared])
  const isRefused = isRefusalStatus(status)
  // A scope of another form may allow all requests of the question.
  if (!isRefused && scopeTexts(declared).length < declared.length) return unobservable(because.data, question)
  if (!vocabulary) return learned(isRefused ? 'enforced' : 'ignored', question)
  // A scope such as `read` may allow all requests of the question.
  if (!isRefused) return unobservableBut(because.data, vocabulary, question)
  return unrepresentable(['what each scope allows'], [question], vocabulary)
}

/** The names of scopes, each allowing everything, if one of them is not `<family>:<action>`. */
function learnVocabulary(sets: readonly unknown[]): Readonly<Record<string, readonly string[]>> | undefined {
  const names = sets.flatMap(scopeTexts).filter(isScopeToken)
  return names.every((name) => /^[^:]+:(?:read|write)$/.test(name))
    ? undefined
    : Object.fromEntries([...new Set(names)].toSorted().map((name) => [name, ['*:*']]))
}

/** The form of `expires_at`. */
export const expiresAtFormat: ConventionObserver = (answers): Observation => {
  const members = tokenMembers(answers, 'expires_at')
  if (members.length === 0) return unobservable(answers.whyNot('access-tokens.list', 'access-tokens.create'))
  const found = new Set(members.map(([, value]) => timeFormat(value)))
  const [form] = found
  if (found.size > 1) return { state: 'conflict', values: [...found], seenIn: sourceQuestions(members) }
  return form === undefined
    ? unrepresentable(['expires_at'], sourceQuestions(members))
    : learned(form, ...sourceQuestions(members))
}

/** The format of a time, by its name in the convention; undefined for a time without a certain zone. */
function timeFormat(value: unknown): string | undefined {
  const format = detectTimeFormat(value)
  if (format !== 'rfc3339' || typeof value !== 'string') return format
  return value.endsWith('Z') ? 'rfc3339' : undefined
}

/** The member with the state code. */
export const stateCodeName: ConventionObserver = (answers, target) => {
  const question = 'connect.prepare'
  const json = answers.json(question)
  if (json === undefined) return unobservable(answers.whyNot(question))
  const opened = answers.get('connect.browser')
  const code = opened && new URL(opened.request.url).searchParams.get('prepare_state')
  const candidates = stateCodes(json, target.findings?.['stateCodeName'])
  // If the page was opened, its address has the code. Otherwise the code is certain only with one candidate.
  const isPlain = (at: (typeof candidates)[number]) =>
    collectTexts(json).some(({ path, text }) => path.join('.') === at.path.join('.') && text === at.text)
  // An address may also contain the code, next to its own member.
  const right = code ? candidates.filter(({ text }) => text === code) : candidates
  const at = right.find(isPlain) ?? (right.length === 1 ? right[0] : undefined)
  if (!at || (!code && right.length > 1)) return unobservable(because.data, question)
  if (!isPlain(at)) return unrepresentable([at.path.join('.')], [question])
  const { template, unexplained } = inferTemplate([json], ({ values: [value], path }) => {
    if (value === at.text) return '$state'
    if (path.at(-1) === 'expires_in' && typeof value === 'number') return '$expires_in'
    return typeof value === 'string' && value.includes(`prepare_state=${encodeURIComponent(at.text)}`)
      ? '$url'
      : undefined
  })
  const isUsual = sameTemplate(template, { [at.path[0]!]: '$state', expires_in: '$expires_in' })
  const value = isUsual ? at.path[0] : template
  return unexplained.length > 0 ? unrepresentable(unexplained, [question], value) : learned(value, question)
}

/** In seconds, if the answer has it next to the code. */
export const stateCodeLifetime: ConventionObserver = (answers) => {
  const question = 'connect.prepare'
  const json = answers.json(question)
  if (json === undefined) return unobservable(answers.whyNot(question))
  const told = isObject(json) ? (findMember(json, 'expires_in') ?? findMember(json, 'expiresIn')) : undefined
  return toNumber(told) > 0 ? learned(toNumber(told), question) : unobservable(because.absent, question)
}

/** The first response to the browser: a consent page, a redirect, or the result. */
export const connectFlow: ConventionObserver = (answers) => {
  const question = 'connect.browser'
  const exchange = answers.get(question)
  if (!exchange) return unobservable(answers.whyNot(question))
  const { status, text } = exchange.response
  if (status === 302 || status === 303) return learned(status === 303 ? 'redirect' : 'redirect-302', question)
  if (status >= 300 && status < 400) return unrepresentable([`status ${status}`], [question], 'redirect-302')
  if (status >= 400) return unobservable(because.refused, question)
  return learned(/<form\b|<button\b/i.test(text) ? 'consent' : 'immediate', question)
}

/** The number of records on a page of the legacy API that is not the last. */
export const legacyPageSize: ConventionObserver = (answers) => {
  const questions = ['legacy.events.list', 'legacy.groups.list'] as const
  for (const question of questions) {
    const page = answers.list(question)
    const entries = parseLinkHeader(answers.get(question)?.response.headers['link'] ?? '') ?? []
    const hasNext = findRelation(entries, 'next')?.parameters['results'] === 'true'
    if (page && page.items.length > 0 && hasNext) return learned(page.items.length, question)
  }
  const largest = Math.max(...questions.map((question) => answers.list(question)?.items.length ?? -1))
  return largest < 0
    ? unobservable(answers.whyNot(...questions))
    : { state: 'bound', atLeast: largest, seenIn: questions.filter((question) => answers.list(question)) }
}
