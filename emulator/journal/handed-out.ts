// Reads ids and credentials from the text of an answer, when an entry is shown.
import { withoutAnyWorld } from '../api/auth/sent-credential.ts'
import { findAttribute, parseLink } from '../disturb/scenarios/link-text.ts'
import { hashSecret } from '../tools/hash.ts'
import { nestsTooDeep } from '../tools/json-bounds.ts'
import { toIso } from '../tools/time.ts'
import { tryParseJson } from '../tools/try-parse-json.ts'
import type { IssuedCredentials } from './issued-credentials.ts'
import type { JournalDraft } from './journal-draft.ts'
import type { HandedOut, HandedOutSecret } from './request-schemas.ts'
import type { Redactor } from './redactor.ts'
import { isObject } from '../tools/is-object.ts'

/** Reads the ids and credentials in an answer; null for an error, or if the text of the answer is not kept. */
export function readHandedOut(
  draft: JournalDraft,
  issuedCredentials: IssuedCredentials,
  redactor: Redactor,
): HandedOut | null {
  const { status = 0, answer, operation } = draft
  if (status < 200 || status > 299 || !operation || answer?.text === undefined) return null
  const json = nestsTooDeep(answer.text) ? undefined : tryParseJson(answer.text)
  if (typeof json !== 'object' || json === null) return null
  const { list, wrapper } = answerObjects(json)
  const links = linkedPages(answer.headers)
  const ids = list.flatMap((item) => (isObject(item) && typeof item['id'] === 'string' ? [item['id']] : []))
  return {
    ids: ids.map((id) => redactor.text(id)),
    more: hasMorePages(wrapper) ?? links.more,
    cursors: links.cursors,
    secrets: issuing.has(operation.id) ? issuedSecrets(json, issuedCredentials) : [],
  }
}

/** The operations whose answers contain secrets. */
const issuing: ReadonlySet<string> = new Set(['oauth.token', 'access-tokens.create', 'connect.prepare'])

/** The objects of an answer in any envelope. */
function answerObjects(json: object): {
  readonly list: readonly unknown[]
  readonly wrapper: Readonly<Record<string, unknown>>
} {
  if (Array.isArray(json)) return { list: json, wrapper: {} }
  const wrapper = json as Readonly<Record<string, unknown>>
  if (typeof wrapper['id'] === 'string') return { list: [wrapper], wrapper: {} }
  const members = Object.values(wrapper)
  const list = members.find((member) => Array.isArray(member)) ?? members.filter(isObject)
  return { list: list as readonly unknown[], wrapper }
}

function hasMorePages(wrapper: Readonly<Record<string, unknown>>): boolean | null {
  const { has_more: hasMore, next_cursor: cursor } = wrapper
  if (typeof hasMore === 'boolean') return hasMore
  return cursor === undefined ? null : cursor !== null
}

function linkedPages(headers: Readonly<Record<string, string>>): Pick<HandedOut, 'more' | 'cursors'> {
  const text = Object.entries(headers).find(([name]) => name.toLowerCase() === 'link')?.[1] ?? ''
  const entries = parseLink(text).map((entry) => ({
    rel: findAttribute(entry, 'rel'),
    results: findAttribute(entry, 'results'),
    cursor: findAttribute(entry, 'cursor'),
  }))
  const next = entries.find(({ rel }) => rel === 'next')
  return {
    more: next ? next.results === 'true' : null,
    cursors: Object.fromEntries(entries.map(({ rel, cursor }) => [rel, cursor])),
  }
}

/** The secrets among the texts of an answer. */
function issuedSecrets(json: unknown, issuedCredentials: IssuedCredentials): readonly HandedOutSecret[] {
  if (typeof json === 'string') {
    const hash = hashSecret(withoutAnyWorld(json))
    const issued = ['bearer:', 'refresh:', '']
      .map((kind) => issuedCredentials.get(`${kind}${hash}`))
      .find((credential) => credential)
    if (!issued) return []
    return [{ label: issued.label, expiresAt: issued.expiresAt === null ? null : toIso(issued.expiresAt) }]
  }
  return typeof json === 'object' && json !== null
    ? Object.values(json).flatMap((member) => issuedSecrets(member, issuedCredentials))
    : []
}
