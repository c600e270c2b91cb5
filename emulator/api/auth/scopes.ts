import { Type, type TUnsafe } from 'typebox'
import type { Scope, ScopeAction } from '../../model/contract/credentials.ts'
import type { Conventions } from '../../model/contract/conventions.ts'
import { resourceByCollection } from '../../model/resources/resources.ts'

/**
 * The specification does not show the scopes and their rules (clause 5.3). Here a scope is a resource family and an
 * action. Retrieving needs `<family>:read`, everything else `<family>:write`, and write does not include read. A token
 * cannot have a scope that its creator lacks. Every user has access to every project. The convention `scopeRule` can
 * turn the rules off.
 */
const scopeActions: readonly ScopeAction[] = ['read', 'write']

/** The families of resources that have scopes, in alphabetical order. */
const scopeFamilies: readonly string[] = [
  ...new Set([...Object.values(resourceByCollection).map((resource) => resource.family), 'access-tokens', 'services']),
].sort()

/** Every scope that a token can have (clause 5.3). */
export const allScopes: readonly Scope[] = scopeFamilies.flatMap((family) =>
  scopeActions.map((action): Scope => `${family}:${action}`),
)

const known: ReadonlySet<string> = new Set(allScopes)

/** The scopes of `scopeRule` that each name of another vocabulary allows. */
type Vocabulary = ReadonlyMap<string, ReadonlySet<string>>

type Rule = Pick<Conventions, 'scopeRule'>

const vocabularies = new WeakMap<object, Vocabulary>()

/** The names that replace those of `allScopes`; undefined when none do. */
function findVocabulary({ scopeRule }: Rule): Vocabulary | undefined {
  if (typeof scopeRule === 'string') return undefined
  let vocabulary = vocabularies.get(scopeRule)
  if (!vocabulary) {
    const names = Object.entries(scopeRule).map(
      ([name, allows]) => [name, new Set(allows.flatMap(expandPattern))] as const,
    )
    vocabularies.set(scopeRule, (vocabulary = new Map(names)))
  }
  return vocabulary
}

/** The scopes that match a pattern such as `*:read`; none for an unknown family. */
function expandPattern(pattern: string): readonly string[] {
  const [family, action] = pattern.split(':')
  return allScopes.filter((scope) => {
    const [ofFamily, ofAction] = scope.split(':')
    return (family === '*' || family === ofFamily) && (action === '*' || action === ofAction)
  })
}

/** The names of the scopes that a token can have. */
export function scopeNames(conventions: Rule): readonly string[] {
  return [...(findVocabulary(conventions)?.keys() ?? allScopes)]
}

const allowed = new WeakMap<readonly string[], { readonly rule: unknown; readonly scopes: ReadonlySet<string> }>()

/** The scopes of `allScopes` that some scopes allow. */
export function expandScopes(scopes: readonly string[], conventions: Rule): ReadonlySet<string> {
  const before = allowed.get(scopes)
  if (before?.rule === conventions.scopeRule) return before.scopes
  const vocabulary = findVocabulary(conventions)
  const all = new Set(scopes.flatMap((scope) => [...(vocabulary?.get(scope) ?? [scope])]))
  allowed.set(scopes, { rule: conventions.scopeRule, scopes: all })
  return all
}

const byFamily = new Map(
  scopeFamilies.map((family) => [family, { read: `${family}:read`, write: `${family}:write` } as const]),
)

/** The scope of a family and an action. A lookup is faster than building the text for each request. */
export function toScope(family: string, action: ScopeAction): Scope {
  return byFamily.get(family)?.[action] ?? `${family}:${action}`
}

/** The characters that RFC 6749 section 3.3 allows in a scope. */
const scopeToken = String.raw`^[\x21\x23-\x5B\x5D-\x7E]{1,200}$`
const anyScope = new RegExp(scopeToken)

/** Returns true if a string is a scope: one of `scopeNames`, or any when `scopeRule` is ignored. */
export function isScope(text: string, conventions: Rule): boolean {
  if (conventions.scopeRule === 'ignored') return anyScope.test(text)
  return (findVocabulary(conventions) ?? known).has(text)
}

/** Returns the scopes of `wanted` that `granted` lacks, and none when `scopeRule` is ignored. */
export function missingScopes(
  wanted: readonly string[],
  granted: readonly string[],
  conventions: Rule,
): readonly string[] {
  if (conventions.scopeRule === 'ignored') return []
  const all = expandScopes(granted, conventions)
  return wanted.filter((scope) => [...expandScopes([scope], conventions)].some((allows) => !all.has(allows)))
}

/** The scopes of a token as answers show them. */
export function showScopes(
  stored: readonly string[],
  conventions: Pick<Conventions, 'scopeFormat' | 'scopeRule'>,
): unknown {
  const scopes = vocabularyNames(stored, conventions)
  switch (conventions.scopeFormat) {
    case 'text':
      return scopes.join(' ')
    case 'named':
      return scopes.map((scope) => ({ name: scope, description: `Allows ${scope}.` }))
    default:
      return scopes.map((scope) => showScope(scope, conventions))
  }
}

/** The name of a scope in the vocabulary: the first that allows it. Undefined if none does. */
export function vocabularyName(scope: string, conventions: Rule): string | undefined {
  const vocabulary = findVocabulary(conventions)
  if (!vocabulary || vocabulary.has(scope)) return scope
  return [...vocabulary].find(([, allows]) => allows.has(scope))?.[0]
}

/**
 * The names of scopes in the vocabulary. Scopes stored under another vocabulary become the names that allow no more.
 */
export function vocabularyNames(scopes: readonly string[], conventions: Rule): readonly string[] {
  const vocabulary = findVocabulary(conventions)
  if (!vocabulary || scopes.every((scope) => vocabulary.has(scope))) return scopes
  const all = expandScopes(scopes, conventions)
  const names = [...vocabulary]
    .filter(([, allows]) => [...allows].every((scope) => all.has(scope)))
    .map(([name]) => name)
  return names.length > 0 ? names : [...vocabulary.keys()].slice(0, 1)
}

/** A scope in a request, in the form of the convention `scopeFormat`. */
export type SentScope = string | { readonly resource: string; readonly action: string }

/** Converts a scope to its form in requests. */
export function showScope(scope: string, { scopeFormat }: Pick<Conventions, 'scopeFormat'>): SentScope {
  if (scopeFormat !== 'object') return scope
  const colon = scope.lastIndexOf(':')
  return { resource: colon < 0 ? scope : scope.slice(0, colon), action: colon < 0 ? '' : scope.slice(colon + 1) }
}

/** The text of a scope that fits `scopeSchema`. */
export function toScopeText(sent: SentScope): string {
  if (typeof sent === 'string') return sent
  const { resource, action } = sent
  return action === '' && !resource.includes(':') ? resource : `${resource}:${action}`
}

/** The schema of a scope in a request: one of `scopeNames`, or any when `scopeRule` is ignored. */
export function scopeSchema(conventions: Pick<Conventions, 'scopeFormat' | 'scopeRule'>): TUnsafe<SentScope> {
  const type = conventions.scopeFormat === 'object' ? 'object' : 'string'
  if (conventions.scopeRule !== 'ignored')
    return Type.Unsafe({ type, enum: scopeNames(conventions).map((scope) => showScope(scope, conventions)) })
  if (type === 'string') return Type.Unsafe(Type.String({ pattern: scopeToken }))
  const resource = Type.String({ pattern: scopeToken })
  const action = Type.String({ pattern: String.raw`^[\x21\x23-\x39\x3B-\x5B\x5D-\x7E]{0,200}$` })
  return Type.Unsafe(Type.Object({ resource, action }, { additionalProperties: false }))
}
