import { isObject, findMember } from '../reading/find-list.ts'
import { tokenObject } from '../reading/token-answer.ts'
import type { Answers } from './answers.ts'

/** The names of scopes in a service: those of the client's token, and those of the listed personal access tokens. */
export type ScopeNames = Readonly<Partial<Record<ScopeHolder, readonly string[]>>>

/** The holder of scopes. */
export type ScopeHolder = 'client' | 'tokens'

export const scopeHolders: readonly ScopeHolder[] = ['client', 'tokens']

/** RFC 6749, section 3.3, except for names that may contain an id or a secret. */
const isScopeName = (text: string): boolean =>
  /^[\x21\x23-\x5B\x5D-\x7E]{1,80}$/.test(text) && !/[\dA-Za-z]{20}/.test(text)

/** The names in a value of `scopes` or `scope`: a text with blanks between them, or a list of texts or objects. */
export function scopeTexts(scopes: unknown): readonly string[] {
  if (typeof scopes === 'string') return scopes.split(' ')
  if (!Array.isArray(scopes)) return []
  return (scopes as readonly unknown[]).flatMap((scope) => {
    if (typeof scope === 'string') return [scope]
    if (!isObject(scope)) return []
    const { name, resource, action } = scope
    if (typeof resource === 'string' && typeof action === 'string') return [`${resource}:${action}`]
    return typeof name === 'string' ? [name] : []
  })
}

/** The names of scopes in the answers. */
export function collectScopeNames(answers: Answers): ScopeNames {
  const client = tokenObject(answers.json('oauth.token'))?.['scope']
  const listed = (answers.list('access-tokens.list')?.items ?? []).map((item) => findMember(item, 'scopes'))
  const names = (sets: readonly unknown[]): readonly string[] =>
    [...new Set(sets.flatMap(scopeTexts).filter(isScopeName))].toSorted()
  return {
    ...(client === undefined ? {} : { client: names([client]) }),
    ...(listed.some((scopes) => scopes !== undefined) ? { tokens: names(listed) } : {}),
  }
}
