// Secrets that are known by the name beside them: in addresses, forms of each kind, JSON and commands.
import { isObject } from '../../reading/find-list.ts'

/** A value, and the name that stands beside it. */
export type NamedValue = readonly [name: string, value: string]

const secretName = /token|secret|passw(?:or)?d|passphrase|assertion|api[_-]?key|^code$|^dsn$|prepare_state|credential/i

/** Members beside a secret, and cursors of other services: ids and names would be missing everywhere in a report. */
const besideSecret =
  /(?:id|type|name|status|scopes?|expires?|expir\w*_(?:at|in))$|hash|prefix|hint|next|page|cursor|response|file/i

/** Returns true for the name of a secret: of a parameter, a member or an option. */
function isSecretName(name: string): boolean {
  return secretName.test(name) && !besideSecret.test(name)
}

// Each begins with a sign, and is bounded: a text of a stranger may be long.
const userInfo = /:\/\/[^\s/?#@:]{0,200}:([^\s/?#@]{1,400})@/g
const parameter = /(?<=^|[?&;#\s"'])([^\s=&?#;:"'<>/]{1,100})=/g
const wholeValue = /[^\s&#"'<>]*/y
const someValue = /[^\s&#"'<>]{0,2000}/y
const field = /name="([^"\r\n]{1,100})"[^\r\n]*\r?\n(?:[^\r\n]+\r?\n){0,8}\r?\n([^]*?)(?=\r?\n--|$)/g

/** The values beside the names of secrets in a text: a body of JSON, a form of any kind, an address, or a header. */
export function besideNames(text: string): readonly NamedValue[] {
  const json = jsonIn(text)
  if (isObject(json) || Array.isArray(json)) return membersOf(json, 0)
  const fields = [...text.matchAll(field)].map(([, name = '', value = '']) => [name, value] as const)
  return [...addressesIn(text), ...fields.filter(([name]) => isSecretName(name))]
}

/** The deepest object that is searched. */
const deepest = 20

function membersOf(value: object, depth: number): readonly NamedValue[] {
  if (depth > deepest) return []
  return Object.entries(value).flatMap(([name, member]: [string, unknown]) => {
    if (typeof member === 'string') return isSecretName(name) ? [[name, member] as const] : addressesIn(member)
    return typeof member === 'object' && member !== null ? membersOf(member, depth + 1) : []
  })
}

/** The passwords and parameters in a text, also of an address that is the value of a parameter. */
function addressesIn(text: string, depth = 2): readonly NamedValue[] {
  const found = [...text.matchAll(userInfo)].map(([, value = '']): NamedValue => ['password', decoded(value)])
  let end = 0
  for (const { index, 0: all, 1: name = '' } of text.matchAll(parameter)) {
    const start = index + all.length
    // The values of a hostile text lie within each other: none is read twice, and of most only the beginning.
    if (start < end) continue
    const isSecret = isSecretName(decoded(name))
    const pattern = isSecret ? wholeValue : someValue
    pattern.lastIndex = start
    const [raw = ''] = pattern.exec(text) ?? []
    if (isSecret) found.push([decoded(name), decoded(raw)])
    else if (raw.includes('%') && depth > 0) found.push(...addressesIn(decoded(raw), depth - 1))
    else continue
    end = start + raw.length
  }
  return found
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}

/** A command without the secrets that its options name, its headers hold and its addresses have. */
export function commandWithoutSecrets(words: readonly string[]): readonly string[] {
  return words.map((word, place) => {
    const option = /^--?([\w-]+)$/.exec(words[place - 1] ?? '')?.[1] ?? ''
    if (isSecretName(option)) return hidden
    if (option === 'u' || option === 'user') return word.replace(/:.*/s, `:${hidden}`)
    const [, header = ''] = /^([\w-]+):\s/.exec(word) ?? []
    if (/auth|cookie/i.test(header) || isSecretName(header)) return `${header}: ${hidden}`
    return word
      .replaceAll(userInfo, (all, value: string) => all.replace(`:${value}@`, `:${hidden}@`))
      .replaceAll(assignment, (all, name: string) =>
        isSecretName(name.replace(/^-+/, '')) ? `${name}=${hidden}` : all,
      )
  })
}

const hidden = '<secret>'
const assignment = /(?<=^|[?&;#])([^=&?#;:/]{1,100})=([^&#?]+)/g
