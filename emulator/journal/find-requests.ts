// Finds requests by a search text of words and named parts, all of which must match.
import { toHeaderPairs } from '../tools/raw-headers.ts'
import type { JournalDraft } from './journal-draft.ts'
import { shownBody, credentialsOutcome, carriesForm, requestTarget } from './journal-entry.ts'
import type { JournalView } from './journal-view.ts'
import { shownAnswerBody } from './opened-request.ts'
import { acceptedCredential, usedCredential } from './used-credential.ts'

/** Returns true if a request matches. */
type Test = (draft: JournalDraft, journal: Pick<JournalView, 'redactor' | 'issuedCredentials'>) => boolean

/** Makes the test of a named part, such as `body:`, for the text that follows it. */
const parts: Readonly<Record<string, (text: string) => Test>> = {
  status: (text) => statusTest(text) ?? matchesNothing,
  method: (text) => (draft) => draft.method === text.toUpperCase(),
  operation: (text) => testOperation(insensitivePattern(text)),
  path: testTarget,
  reason: (text) => testReason(insensitivePattern(text)),
  body: testBody,
  header: testHeader,
  credential: testCredential,
}

/** The names of the parts that a search accepts. */
export const searchedParts: readonly string[] = Object.keys(parts)

const matchesNothing: Test = () => false

/**
 * Reads a search. `4xx`, `404`, `open` and `dropped` are statuses, `GET` is a method, and `body:` and the like name a
 * part. Any other word is a part of the operation, the path with its query, the reason of a refusal, or a tool of MCP.
 * Quotes hold words together.
 */
export function readFind(text: string): Test {
  const tests = searchWords(text).map(parseTest)
  return (draft, journal) => tests.every((test) => test(draft, journal))
}

/** The words of a string. A word that is still being typed may lack its second quote. */
function searchWords(text: string): readonly string[] {
  return [...text.matchAll(/(?:[^\s"]|"[^"]*"?)+/g)].map(([word]) => word.replaceAll('"', '')).filter(Boolean)
}

function parseTest(word: string): Test {
  const colon = word.indexOf(':')
  const part = colon > 0 ? word.slice(0, colon).toLowerCase() : ''
  if (Object.hasOwn(parts, part)) return colon === word.length - 1 ? () => true : parts[part]!(word.slice(colon + 1))
  const status = statusTest(word)
  if (status) return status
  if (/^(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)$/.test(word)) return (draft) => draft.method === word
  const pattern = insensitivePattern(word)
  const tests = [testOperation(pattern), testTarget(word), testReason(pattern)]
  return (draft, journal) => tests.some((test) => test(draft, journal))
}

function statusTest(text: string): Test | undefined {
  if (/^[1-5]xx$/i.test(text)) return ({ status = 0 }) => Math.floor(status / 100) === Number(text[0])
  if (/^[1-5]\d\d$/.test(text)) return ({ status }) => status === Number(text)
  if (text === 'open') return ({ status }) => status === undefined
  if (text === 'dropped') return ({ status }) => status === 0
  return undefined
}

/** A case-insensitive pattern for a string. Converting each body to lower case would copy it. */
function insensitivePattern(text: string): RegExp {
  return new RegExp(text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`), 'i')
}

const testOperation =
  (pattern: RegExp): Test =>
  ({ operation, mcp }) =>
    (operation !== undefined && pattern.test(operation.id)) ||
    (mcp !== undefined && pattern.test(`${mcp.method} ${mcp.tool ?? ''}`))

/** Compares with the shown target only if its raw text matches. */
function testTarget(text: string): Test {
  const pattern = insensitivePattern(text)
  // No client escapes these characters.
  const isPlain = /^[\w.~/-]*$/.test(text)
  return (draft, { redactor }) => {
    const { path, search } = draft
    if (pattern.test(path) || pattern.test(search)) return pattern.test(requestTarget(draft, redactor))
    if (isPlain || !/[%+]/.test(search)) return false
    return pattern.test(decodeSearch(search)) && pattern.test(redactor.text(decodeSearch(search)))
  }
}

function decodeSearch(search: string): string {
  try {
    return decodeURIComponent(search.replaceAll('+', ' '))
  } catch {
    return search
  }
}

const testReason =
  (pattern: RegExp): Test =>
  ({ refusal, mcp }, { redactor }) =>
    (refusal !== undefined &&
      (pattern.test(refusal.code) ||
        (pattern.test(refusal.message) && pattern.test(redactor.text(refusal.message))))) ||
    (typeof mcp?.error === 'string' && pattern.test(mcp.error) && pattern.test(redactor.text(mcp.error)))

/** White space is ignored on both sides: JSON is not shown in its original form. */
function testBody(text: string): Test {
  const first = insensitivePattern(text.split(/[\s:"=&]+/).toSorted((left, right) => right.length - left.length)[0]!)
  const whole = insensitivePattern(stripSpace(text))
  return (draft, { redactor }) => {
    const { body, answer } = draft
    if (
      body !== undefined &&
      (first.test(body) || carriesForm(draft)) &&
      whole.test(stripSpace(shownBody(draft, redactor)))
    )
      return true
    return (
      answer?.text !== undefined && first.test(answer.text) && whole.test(stripSpace(shownAnswerBody(answer, redactor)))
    )
  }
}

function stripSpace(value: unknown): string {
  return (typeof value === 'string' ? value : JSON.stringify(value)).replaceAll(/[\s"]+/g, '')
}

/** Searches headers as `name: value`. */
function testHeader(text: string): Test {
  const first = insensitivePattern(text.split(':')[0]!.trim())
  const whole = insensitivePattern(text.replace(/\s*:\s*/, ': '))
  return (draft, { redactor }) =>
    first.test(draft.headers) &&
    toHeaderPairs(draft.headers).some(([name, value]) => whole.test(`${name}: ${redactor.value(name, value)}`))
}

function testCredential(text: string): Test {
  const pattern = insensitivePattern(text)
  return (draft, { issuedCredentials }) => {
    const label = acceptedCredential(draft, issuedCredentials) ?? usedCredential(draft, issuedCredentials)
    return pattern.test(label ?? '') || pattern.test(credentialsOutcome(draft))
  }
}
