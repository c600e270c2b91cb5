import type { Credentials } from '../model/contract/credentials.ts'

/** Names of secrets. Not those of what stands beside one, such as when it expires. */
const secretName = new RegExp(
  String.raw`^(?!(?:token_type|access_token_ttl|.*_expires_(?:in|at))$)` +
    String.raw`(?:.*(?:secret|token|password|passwd|api[_-]?key|credential|authorization|cookie)|(?:prepare_state|state|code)$)`,
  'is',
)

/** Returns true for the name of a secret: of a header, a parameter or a member. */
export function isSecretName(name: string): boolean {
  return secretName.test(name)
}

/**
 * What looks like a secret that the emulator issued: 40 random characters, most with a prefix, or a long word that a
 * message has cut. Hexadecimal hashes and prefixed ids do not.
 */
const issuedSecret = new RegExp(
  [
    String.raw`(?<!\w)\w{12,}(?=\u2026)`,
    String.raw`(?:acc|ref|ACC|REF)_[^\W_]{20,}`,
    String.raw`(?:pat|PAT)_(?![^\W_]{27}(?![^\W_]))[^\W_]{20,}`,
    String.raw`(?<![^\W_])(?=[^\W_]*[A-Z])(?=[^\W_]*[a-z\d])[^\W_]{40,}`,
  ].join('|'),
  'g',
)

const replaced = '<redacted>'

/** A form of a secret is known by so many characters at its beginning. */
const headLength = 12

/** What stands behind such a head: the rest of a word, or of an encoding, with escapes and line breaks. */
const restOfWord = /\w*/y
const restOfEncoding = /(?:[\w+/=%\\-]|\r?\n(?<=[\w+/-]{20}\r?\n))*/y

/**
 * Replaces secrets: all values under the name of a secret, what looks like an issued secret, and known secrets under
 * any name, in the forms that clients produce by accident: in either case, escaped for URLs, JSON and HTML, in
 * hexadecimal, base32, base64 and base64url, also of UTF-16, and cut short.
 */
export class Redactor {
  /** The first characters of each form, in lower case, with what else is replaced behind them. */
  readonly #heads: ReadonlyMap<string, RegExp>
  /** Marks the first four characters of each head, by which nearly all of a text is dismissed. */
  readonly #starts = new Uint8Array(starts)

  /**
   * @param credentials The emulator's credentials, which any client may send.
   * @param issued Secrets that were issued since.
   */
  constructor(credentials: Credentials | undefined, issued: readonly string[] = []) {
    this.#heads = new Map([...(credentials ? secretsOf(credentials) : []), ...issued].flatMap(headsOf))
    for (const head of this.#heads.keys())
      this.#starts[[0, 1, 2, 3].reduce((slot, at) => nextSlot(slot, head.charCodeAt(at)), 0)] = 1
  }

  /**
   * Replaces the secrets in a text. The result has no escapes if only the text without them shows a secret. Escapes
   * within each other, such as HTML in JSON in a URL, are undone to a depth of three.
   */
  text(text: string, depth = 3): string {
    const redacted = this.#once(text)
    const bare = unescaped(redacted)
    if (bare === redacted || depth === 0) return redacted
    const deeper = this.text(bare, depth - 1)
    return deeper === bare ? redacted : deeper
  }

  #once(text: string): string {
    const low = text.replaceAll('İ', 'I').toLowerCase()
    let [redacted, from, slot] = ['', 0, 0]
    for (let at = 0; at < text.length; at++) {
      slot = nextSlot(slot, low.charCodeAt(at))
      if (this.#starts[slot] === 0) continue
      let start = at - 3
      const rest = this.#heads.get(low.slice(start, start + headLength))
      if (!rest) continue
      rest.lastIndex = start + headLength
      rest.test(text)
      // A prefix of the secret stands in the same word.
      while (start > from && /\w/.test(text[start - 1]!)) start--
      redacted += text.slice(from, start) + replaced
      from = rest.lastIndex
      at = from - 1
    }
    return (redacted + text.slice(from)).replaceAll(issuedSecret, replaced)
  }

  /** Replaces the secrets in a header, and keeps the scheme of credentials: a wrong one is what users look for. */
  header(name: string, value: string): string {
    if (!secretName.test(name)) return this.text(value)
    return `${/^(?:Bearer|Basic|DSN) /i.exec(value)?.[0] ?? ''}${replaced}`
  }

  /** Replaces the secrets in the value of a parameter. */
  parameter(name: string, value: string): string {
    return secretName.test(name) ? replaced : this.text(value)
  }

  /** Replaces the secrets in a JSON value, in its names and its values. */
  json(value: unknown): unknown {
    if (typeof value === 'string') return this.text(value)
    if (Array.isArray(value)) return value.map((item) => this.json(item))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [
        this.text(name),
        secretName.test(name) && mayBeSecret(name, member, value) ? replaced : this.json(member),
      ]),
    )
  }
}

/** Tells whether a member with the name of a secret may be one. The code beside a message is that of an error. */
function mayBeSecret(name: string, member: unknown, object: object): boolean {
  if (member === null || typeof member === 'boolean') return false
  return name !== 'code' || !('message' in object) || typeof object.message !== 'string'
}

/** The slots of all beginnings of four characters. Others in the same slot are told apart by the whole head. */
const starts = 65_536

/** The slot of the last four characters, by that of the four before. */
const nextSlot = (slot: number, code: number): number => ((slot << 4) ^ code) & (starts - 1)

/** The secrets among the credentials. Of a DSN it is all but the scheme and the id of its project. */
function secretsOf({ clientId, clientSecret, token, integrationToken, apiKey, dsn }: Credentials): readonly string[] {
  const key = dsn.slice(dsn.indexOf('//') + 2, dsn.lastIndexOf('/'))
  const secrets = [clientSecret, token, integrationToken, apiKey, key]
  const basic = [btoa(`${apiKey}:`), btoa(`${clientId}:${clientSecret}`)]
  // Clients may cut the prefix off.
  return [...secrets, ...basic, ...secrets.map((secret) => secret.replace(/^[a-z]+_/i, ''))]
}

const small = 'abcdefghijklmnopqrstuvwxyz'
/** The letters of encodings, in lower case, and the bits of a byte at which a letter may begin. */
const encodings = [
  { letters: '0123456789abcdef', firsts: [0] },
  { letters: `${small}234567`, firsts: [0, 1, 2, 3, 4] },
  { letters: `${small}${small}0123456789+/`, firsts: [0, 2, 4] },
]

/** The beginnings of the forms of a secret, which consists of ASCII. */
function headsOf(secret: string): readonly (readonly [head: string, rest: RegExp])[] {
  const bytes = Array.from(secret.slice(0, headLength), (sign) => sign.charCodeAt(0).toString(2).padStart(8, '0'))
  // In UTF-16 a zero byte stands between two: behind the first in one order of bytes, before it in the other.
  const utf16 = bytes.join('00000000')
  const encoded = [bytes.join(''), utf16, `00000000${utf16}`].flatMap((bits) =>
    encodings.flatMap(({ letters, firsts }) => firsts.map((first) => headOf(bits.slice(first), letters))),
  )
  const inUrls = encoded.map((head) => head.replaceAll('+', '-').replaceAll('/', '_'))
  const plain = secret.slice(0, headLength).toLowerCase()
  return [...[...encoded, ...inUrls].map((head) => [head, restOfEncoding] as const), [plain, restOfWord]]
}

/** The letters that encode the first bits. */
function headOf(bits: string, letters: string): string {
  const width = Math.log2(letters.length)
  let head = ''
  for (let at = 0; head.length < headLength && at + width <= bits.length; at += width)
    head += letters[Number.parseInt(bits.slice(at, at + width), 2)]!
  return head
}

/** Escapes of URLs, JSON and HTML that stand for ASCII, and line breaks within an encoding, escaped or not. */
const escapes = new RegExp(
  [
    String.raw`%(?:25)*([2-7][\da-f])`,
    String.raw`(?<!\\)\\+(?:u00([2-7][\da-f])|(?=\/))`,
    String.raw`&(?:amp;)*(?:#x0*([2-7][\da-f])|#0*(\d{2,3})|(amp|lt|gt|quot|apos));?`,
    String.raw`(?=[\r\n\\%])(?<=[\w+/-]{20})(?:\r|\\+r|%(?:25)*0d)?(?:\n|\\+n|%(?:25)*0a)(?=[\w+/-])`,
  ].join('|'),
  'gi',
)
const named = new Map(Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }))

function unescaped(text: string): string {
  return text.replaceAll(escapes, (_escape, ...groups: readonly (string | undefined)[]) => {
    const [inUrl, inJson, hex = inUrl ?? inJson, decimal, name] = groups
    if (name !== undefined) return named.get(name.toLowerCase())!
    if (hex === undefined && decimal === undefined) return ''
    return String.fromCharCode(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16))
  })
}
