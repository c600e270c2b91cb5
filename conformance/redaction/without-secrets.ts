// JSON values whose secrets are references, so that another run can put its own in their place.
import { isObject } from '../reading/find-list.ts'
import { type Redactor, secretForms, type SecretReference, type TextPart } from './redact.ts'

/** A JSON value without secrets. A text with references is an object of one member. */
export type WithoutSecrets = unknown

/** The member of an object that stands for a text with references, or for an object that has this member. */
const mark = '#'

/** A JSON value whose secrets are references; undefined where a text cannot be searched. */
export function withoutSecrets(value: unknown, redactor: Redactor): WithoutSecrets | undefined {
  let isWhole = true
  const encode = (item: unknown): unknown => {
    if (typeof item === 'string') {
      const parts = redactor.referring(item)
      isWhole &&= parts !== undefined
      return typeof parts === 'string' ? parts : { [mark]: parts }
    }
    if (Array.isArray(item)) return item.map(encode)
    if (typeof item !== 'object' || item === null) return item
    const members = Object.entries(item)
      .filter(([, member]) => member !== undefined)
      .map(([name, member]) => [name, encode(member)] as const)
    return Object.hasOwn(item, mark) ? { [mark]: { members } } : Object.fromEntries(members)
  }
  const encoded = encode(value)
  return isWhole ? encoded : undefined
}

/** The value of a JSON value without secrets. @param secretOf The text of a secret by its number. */
export function withSecrets(value: WithoutSecrets, secretOf: (number: number) => string): unknown {
  if (Array.isArray(value)) return value.map((item) => withSecrets(item, secretOf))
  if (!isObject(value)) return value
  const marked = Object.hasOwn(value, mark) ? value[mark] : undefined
  if (Array.isArray(marked)) return marked.map((part: TextPart) => textOf(part, secretOf)).join('')
  const entries = isObject(marked)
    ? (marked['members'] as readonly (readonly [string, unknown])[])
    : Object.entries(value)
  return Object.fromEntries(entries.map(([name, member]) => [name, withSecrets(member, secretOf)]))
}

function textOf(part: string | SecretReference, secretOf: (number: number) => string): string {
  if (typeof part === 'string') return part
  const [number, length, form = 'plain'] = part
  return secretForms[form](secretOf(number).slice(0, length))
}
