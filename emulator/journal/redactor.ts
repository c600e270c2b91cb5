import type { Credentials } from '../model/contract/credentials.ts'

/** Names of secrets. Not those of what stands beside one, such as when it expires. */
const secretName = new RegExp(
  String.raw`^(?!(?:token_type|token_?response|access_token_ttl|.*_expires_(?:in|at))$)` +
    String.raw`(?:.*(?:secret|token|passw(?:or)?d|passphrase|api[_-]?key|credential|authorization|cookie)|(?:prepare_state|state|code)$)`,
  'is',
)

/** Returns true for the name of a secret: of a header, a parameter, a member or an option of a command. */
function isSecretName(name: string): boolean {
  return secretName.test(name)
}

/**
 * What looks like a secret that the emulator issued: 40 random characters, most with a prefix, or a long word that a
 * message has cut. Hexadecimal hashes and prefixed ids do not.
 */
const issuedSecret = new RegExp(
  [
    String.raw`(?<!\w)\w{12,}(?=\u2026)`,
    String.raw`(?:acc|ref)_[^\W_]{20,}`,
    String.raw`pat_(?![^\W_]{27}(?![^\W_]))[^\W_]{20,}`,
    String.raw`(?<![^\W_])(?=[^\W_]*[A-Z])(?=[^\W_]*[a-z\d])[^\W_]{40,}`,
  ].join('|'),
  'g',
)

const replaced = '<redacted>'

/** Values under the name of a secret that are none, but what a client sends that has no secret. */
const noSecret = /^(?:|undefined|null|none|nil|NaN|true|false|\[object \w+\]|Bearer|Basic|DSN|<redacted>)$/

/** A form of a secret is known by so many characters at its beginning. */
const headLength = 12

/** What stands behind such a head: the rest of a word, or of an encoding. */
const restOfWord = /\w*/y
const restOfEncoding = /[\w+/=%-]*/y

/**
 * Replaces secrets: all values beside the name of one, what looks like an issued secret, and known secrets under any
 * name, in the forms that clients produce by accident: escaped for URLs, JSON and HTML, base64 and base64url.
 */
export class Redactor {
  /** The first characters of each form, with what else is replaced behind them. */
  readonly #heads: ReadonlyMap<string, RegExp>
  /** Marks the first four characters of each head, by which nearly all of a text is dismissed. */
  readonly #starts = new Uint8Array(starts)
  /** Stands for a known secret, by the secret without its prefix. */
  readonly #marks: ReadonlyMap<string, string>

  /**
   * @param credentials The emulator's credentials, which any client may send.
   * @param issued Secrets that were issued since.
   * @param marks What stands for some secrets, such as `‹token›`. Default: `<redacted>` for all.
   */
  constructor(
    credentials: Credentials | undefined,
    issued: readonly string[] = [],
    marks: ReadonlyMap<string, string> = new Map(),
  ) {
    this.#marks = marks
    const known = [...(credentials ? secretsOf(credentials) : []), ...issued, ...marks.keys()]
    this.#heads = new Map(known.flatMap(headsOf))
    for (const head of this.#heads.keys())
      this.#starts[[0, 1, 2, 3].reduce((slot, at) => nextSlot(slot, head.charCodeAt(at)), 0)] = 1
  }

  /**
   * Replaces the secrets in a text. The result has no escapes if only the text without them shows a secret. Escapes
   * within each other, such as HTML in JSON in a URL, are undone to a depth of three.
   */
  text(text: string, depth = 3): string {
    const redacted = this.#besideNames(this.#known(text))
    const bare = unescaped(redacted)
    if (bare === redacted || depth === 0) return redacted
    const deeper = this.text(bare, depth - 1)
    return deeper === bare ? redacted : deeper
  }

  #known(text: string): string {
    let [redacted, from, slot] = ['', 0, 0]
    for (let at = 0; at < text.length; at++) {
      slot = nextSlot(slot, text.charCodeAt(at))
      if (this.#starts[slot] === 0) continue
      let start = at - 3
      const rest = this.#heads.get(text.slice(start, start + headLength))
      if (!rest) continue
      rest.lastIndex = start + headLength
      rest.test(text)
      // A prefix of the secret stands in the same word.
      while (start > from && /\w/.test(text[start - 1]!)) start--
      const [, prefix = '', bare = ''] = /^([^\W_]*_)?([^\W_]+)$/.exec(text.slice(start, rest.lastIndex)) ?? []
      const mark = this.#marks.get(bare)
      redacted += text.slice(from, start).replaceAll(issuedSecret, replaced)
      redacted += mark === undefined ? replaced : prefix + mark
      from = rest.lastIndex
      at = from - 1
    }
    return redacted + text.slice(from).replaceAll(issuedSecret, replaced)
  }

  #besideNames(text: string): string {
    return this.#parameters(text)
      .replaceAll(userInfo, (_all, user: string, password: string | undefined) =>
        password === undefined ? `://${user}@` : `://${user}:${this.secret(password)}@`,
      )
      .replaceAll(member, (all, before: string, name: string, value: string) =>
        isSecretName(unescaped(name)) ? `${before}"${this.secret(value.replaceAll('"', ''))}"` : all,
      )
      .replaceAll(part, (all, before: string, name: string, value: string) =>
        isSecretName(name) ? `${before}${this.secret(value)}` : all,
      )
  }

  /** Replaces the values of parameters. The value of another may be an address with parameters. */
  #parameters(text: string): string {
    let [redacted, from] = ['', 0]
    for (const { index, 0: all, 1: name = '' } of text.matchAll(parameter)) {
      const start = index + all.length
      if (start <= from || !isSecretName(unescaped(name))) continue
      parameterValue.lastIndex = start
      const [value = ''] = parameterValue.exec(text) ?? []
      redacted += text.slice(from, start) + this.secret(value)
      from = start + value.length
    }
    return redacted + text.slice(from)
  }

  /** Replaces a value beside the name of a secret, but for what stands for a known one, and for none. */
  secret(value: string): string {
    if (noSecret.test(value)) return value
    if (this.#marks.size === 0) return replaced
    const known = this.#known(value)
    return /^(?:\w{3,6}_)?\u2039[\w.:-]+\u203A(?:~[\w.-]+)?$/.test(known) ? known : replaced
  }

  /** Replaces the secrets in a header, and keeps the scheme of credentials: a wrong one is what users look for. */
  header(name: string, value: string): string {
    if (!secretName.test(name)) return this.text(value)
    const [scheme = ''] = /^(?:Bearer|Basic|DSN) +/i.exec(value) ?? []
    const mark = this.#marks.get(value.slice(scheme.length))
    return `${scheme}${mark ?? this.secret(value.slice(scheme.length))}`
  }

  /** Replaces the secrets in the value of a parameter. */
  parameter(name: string, value: string): string {
    return secretName.test(name) ? this.secret(value) : this.text(value)
  }

  /** Replaces the secrets in the words of a command: behind an option that names one, in a header, in an address. */
  command(words: readonly string[]): readonly string[] {
    return words.map((word, place) => {
      const option = /^--?([\w-]+)$/.exec(words[place - 1] ?? '')?.[1]
      const [, header, value] = /^([\w-]+):\s*(.*)$/s.exec(word) ?? []
      if (option !== undefined && isSecretName(option)) return this.secret(word)
      if (option === 'u' || option === 'user') return word.replace(/:.*/s, `:${replaced}`)
      return header === undefined || word.includes('://')
        ? this.text(word)
        : `${header}: ${this.header(header, value!)}`
    })
  }

  /** Replaces the secrets in a JSON value, in its names and its values. */
  json(value: unknown): unknown {
    if (typeof value === 'string') return this.text(value)
    if (Array.isArray(value)) return value.map((item) => this.json(item))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [
        this.text(name),
        secretName.test(name) && mayBeSecret(name, member, value)
          ? this.secret(typeof member === 'string' ? member : JSON.stringify(member))
          : this.json(member),
      ]),
    )
  }
}

// The places of a text where a name stands beside a value. Each begins with a sign, and is bounded: texts are long.
/** The user of an address: `postgres://user:password@host`. */
const userInfo = /:\/\/([^\s/?#@:]{0,200})(?::([^\s/?#@]{0,400}))?@/g
/** A parameter, a variable or an option: `?code=x`, `API_TOKEN=x`, `--password x`. */
const parameter = /(?<=^|[?&;#\s"'])(--?[\w-]{1,100}|[^\s=&?#;:"'<>/]{1,100})(?:=|(?<=--[\w-]{1,100})\s+)/g
const parameterValue = /[^\s&#"'<>]*/y
/** A member of JSON, also in a text that is not well formed. */
const member = /((?<![\w-])([\w-]{1,100})"\s{0,20}:\s{0,20})("(?:[^"\\]|\\.)*"?|-?\d[\d.eE+-]*)/g
/** A field of a multipart form. */
const part = /(name="([^"\r\n]{1,100})"[^\r\n]*\r?\n(?:[^\r\n]+\r?\n){0,8}\r?\n)([^]*?)(?=\r?\n--|$)/g

/** Tells whether a member with the name of a secret may be one: not the code of an error, nor the state of an object. */
function mayBeSecret(name: string, value: unknown, object: object): boolean {
  if (value === null || typeof value === 'boolean') return false
  if ((name === 'code' || name === 'state') && 'id' in object) return false
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

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** The beginnings of the forms of a secret, which consists of ASCII: as it is, and in base64 at each alignment. */
function headsOf(secret: string): readonly (readonly [head: string, rest: RegExp])[] {
  const bits = Array.from(secret.slice(0, headLength), (sign) => sign.charCodeAt(0).toString(2).padStart(8, '0')).join(
    '',
  )
  const encoded = [0, 2, 4].map((first) =>
    Array.from({ length: headLength }, (_, place) => {
      const from = first + 6 * place
      return letters[Number.parseInt(bits.slice(from, from + 6), 2)]!
    }).join(''),
  )
  const inUrls = encoded.map((head) => head.replaceAll('+', '-').replaceAll('/', '_'))
  return [
    ...[...encoded, ...inUrls].map((head) => [head, restOfEncoding] as const),
    [secret.slice(0, headLength), restOfWord],
  ]
}

/** Escapes of URLs, JSON and HTML that stand for ASCII. */
const escapes = new RegExp(
  [
    String.raw`%(?:25)*([2-7][\da-f])`,
    String.raw`(?<!\\)\\+(?:u00([2-7][\da-f])|(?=["/]))`,
    String.raw`&(?:amp;)*(?:#x0*([2-7][\da-f])|#0*(\d{2,3})|(amp|lt|gt|quot|apos));?`,
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
