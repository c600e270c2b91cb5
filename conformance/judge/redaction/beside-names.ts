// Finds secrets by the name next to them: in addresses, forms of any kind, JSON, commands and prose.
import { isObject } from '../../reading/find-list.ts'
import { jsonOrUndefined } from '../../send/parse-json.ts'

/** A value and the name next to it. */
export type NamedValue = readonly [name: string, value: string]

const secretName =
  /token(?!i[sz])|secret(?!ary)|passw(?:or)?d|passphrase|assertion|api[_-]?key|^code$|^dsn$|prepare_state|credential/i

/**
 * Members next to a secret, and cursors of other services, are not secrets: otherwise ids and names would be redacted
 * everywhere in a report.
 */
const besideSecret =
  /(?:id|type|name|status|scopes?|expires?|expir\w*_(?:at|in))$|hash|prefix|hint|next|page|cursor|response|file/i

/** Returns true for the name of a secret: of a parameter, a member or an option. */
function isSecretName(name: string): boolean {
  return secretName.test(name) && !besideSecret.test(name)
}

// Each pattern begins with a literal and is bounded, as an untrusted string may be long.
const userInfo = /:\/\/[^\s/?#@:]{0,200}:([^\s/?#@]{1,400})@/g
const parameter = /(?<=^|[?&;#\s"'])([^\s=&?#;:"'<>/]{1,100})=/g
const wholeValue = /[^\s&#"'<>]*/y
const someValue = /[^\s&#"'<>]{0,2000}/y
const field = /name="([^"\r\n]{1,100})"[^\r\n]*\r?\n(?:[^\r\n]+\r?\n){0,8}\r?\n([^]*?)(?=\r?\n--|$)/g

/** The values next to the names of secrets in a string: a JSON body, a form of any kind, an address, or a header. */
export function findNamedValues(text: string): readonly NamedValue[] {
  const json = jsonOrUndefined(text)
  if (isObject(json) || Array.isArray(json)) return namedMembers(json, 0)
  const fields = [...text.matchAll(field)].map(([, name = '', value = '']) => [name, value] as const)
  return [...findAddressValues(text), ...fields.filter(([name]) => isSecretName(name))]
}

/** The deepest object that is searched. */
const deepest = 20

function namedMembers(value: object, depth: number): readonly NamedValue[] {
  if (depth > deepest) return []
  return Object.entries(value).flatMap(([name, member]: [string, unknown]) => {
    if (typeof member === 'string') return isSecretName(name) ? [[name, member] as const] : findAddressValues(member)
    return typeof member === 'object' && member !== null ? namedMembers(member, depth + 1) : []
  })
}

/** The passwords and parameters in a string, including those of an address in the value of a parameter. */
function findAddressValues(text: string, depth = 2): readonly NamedValue[] {
  const found = [...text.matchAll(userInfo)].map(([, value = '']): NamedValue => ['password', decodeComponent(value)])
  let end = 0
  for (const { index, 0: all, 1: name = '' } of text.matchAll(parameter)) {
    const start = index + all.length
    // Values may be nested in a hostile string: none is read twice, and most are read only at the beginning.
    if (start < end) continue
    const isSecret = isSecretName(decodeComponent(name))
    const pattern = isSecret ? wholeValue : someValue
    pattern.lastIndex = start
    const [raw = ''] = pattern.exec(text) ?? []
    if (isSecret) found.push([decodeComponent(name), decodeComponent(raw)])
    else if (raw.includes('%') && depth > 0) found.push(...findAddressValues(decodeComponent(raw), depth - 1))
    else continue
    end = start + raw.length
  }
  return found
}

function decodeComponent(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}

/** A command without the secrets in its options, headers and addresses. */
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

const named = '(?:token|secret|passw(?:or)?d|passphrase|api[_-]?key)'
const isNamed = new RegExp(`${named}$`, 'i')
const quotedValue = String.raw`\\{0,3}(["'])([^"'\r\n]{6,2000}?)\\{0,3}\3`
const bareValue = String.raw`((?:bearer |basic )?[^\s"'<>,;&()[\]{}\\]{6,2000})`
const sign = String.raw`(\\{0,3}["']?\s{0,2}[:=]\s{0,2})`
const beside = new RegExp(String.raw`${named}(?<=([\w-]{1,60}))${sign}(?:${quotedValue}|${bareValue})`, 'gi')
const placeholder = /^[<*$]|^%(?![0-9a-f]{2})|:\/\//i

/**
 * A string without the values next to the names of secrets, in JSON and in prose: `"password": "a b"`, `password=hunter`
 * and `password: hunter2`. A bare word after a colon or a space is prose, as in `password: required`.
 */
export function hideNamedValues(text: string): string {
  return text.replaceAll(beside, (all, name: string, between: string, _quote, quoted?: string, bare?: string) => {
    const value = quoted ?? bare!
    const isProse = bare !== undefined && between !== '=' && /^[a-z]+[.!?]?$/i.test(bare)
    if (isProse || placeholder.test(value) || besideSecret.test(name)) return all
    const at = all.lastIndexOf(value)
    return all.slice(0, at) + hidden + all.slice(at + value.length)
  })
}

/** The value of a member, or its placeholder if the name is that of a secret. */
export function memberWithoutSecret(name: string, value: string): string {
  return value.length < 6 || !isNamed.test(name) || besideSecret.test(name) || placeholder.test(value) ? value : hidden
}
