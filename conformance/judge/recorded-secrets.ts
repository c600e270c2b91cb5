// JSON values whose secrets are references, so that another run can put its own in their place.
import { isObject } from '../reading/find-list.ts'
import type { FoundSecret, Redactor } from './redaction/redact.ts'

/** A JSON value without secrets. A text with references is an object of one member. */
export type WithoutSecrets = unknown

/** The member of an object that stands for a text with references, or for an object that has this member. */
const mark = '#'

/** The forms in which services often send a secret. */
const secretForms = {
  plain: (secret: string): string => secret,
  upper: (secret: string): string => secret.toUpperCase(),
  lower: (secret: string): string => secret.toLowerCase(),
  json: (secret: string): string => JSON.stringify(secret).slice(1, -1),
  slashed: (secret: string): string =>
    JSON.stringify(secret)
      .slice(1, -1)
      .replaceAll('/', String.raw`\/`),
  component: (secret: string): string => encodeURIComponent(secret),
  form: (secret: string): string => new URLSearchParams([['', secret]]).toString().slice(1),
}

/** A secret in a text: its number, the number of its characters from the first, and the form that the text has. */
type SecretReference = readonly [number: number, length: number, form?: keyof typeof secretForms]

/** A JSON value whose secrets are references; undefined where a text cannot be searched. */
export function withoutSecrets(value: unknown, redactor: Redactor): WithoutSecrets | undefined {
  const numbers = new Map(redactor.secrets.map((secret, number) => [secret, number]))
  let isWhole = true
  const encode = (item: unknown): unknown => {
    if (typeof item === 'string') {
      const parts = redactor.parts(item)
      isWhole &&= parts !== undefined
      const referring = parts?.map((part) => (typeof part === 'string' ? part : referenceTo(part, numbers)))
      return referring?.some((part) => typeof part !== 'string') ? { [mark]: referring } : referring?.join('')
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

/** The reference to the beginning of a secret; the mark of one in a form that is not made again. */
function referenceTo(part: FoundSecret, numbers: ReadonlyMap<string, number>): SecretReference | string {
  const { secret, found } = part
  for (const [name, form] of Object.entries(secretForms))
    for (const head of [secret.slice(0, found.length), secret])
      if (form(head) === found) {
        const reference = [numbers.get(secret)!, head.length] as const
        return name === 'plain' ? reference : [...reference, name as keyof typeof secretForms]
      }
  return part.mark
}

/** The value of a JSON value without secrets. @param secretOf The text of a secret by its number. */
export function withSecrets(value: WithoutSecrets, secretOf: (number: number) => string): unknown {
  if (Array.isArray(value)) return value.map((item) => withSecrets(item, secretOf))
  if (!isObject(value)) return value
  const marked = Object.hasOwn(value, mark) ? value[mark] : undefined
  if (Array.isArray(marked)) return marked.map((part) => textOf(part as string | SecretReference, secretOf)).join('')
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
