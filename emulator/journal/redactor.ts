import type { Credentials } from '../model/contract/credentials.ts'

/** Names of secrets, without the names of related values such as an expiry, and of scenarios about tokens. */
const secretName = new RegExp(
  String.raw`^(?!(?:token_type|token_?response|access_token_ttl|.*_expires_(?:in|at)|tokens?-expires?-[a-z-]+|no-refresh-token)$)` +
    String.raw`(?:.*(?:secret(?!ar)|token(?!i[sz])|passw(?:or)?d|passphrase|api[_-]?key|credential|authorization|cookie)|(?:prepare_state|state|code)$)`,
  'is',
)

/** Names of counts, such as `max_tokens`, whose numbers are not secret. */
const countName = /^(?:max|min|total|cookies$|tokens$)|(?:count|limit)$/i

/**
 * Texts that look like a secret issued by the emulator: 40 random characters, usually with a prefix, or a long word
 * that was cut in a message. Hexadecimal hashes and prefixed ids do not match.
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

/** Values that a client without a secret sends under the name of one. They are not secret. */
const noSecret = /^(?:|undefined|null|none|nil|NaN|true|false|\[object \w+\]|Bearer|Basic|DSN|<redacted>)$/

/** The number of leading characters that identify a form of a secret. */
const headLength = 12

/** A prefix with special characters, as in `pat-.~+/_`. */
const oddPrefix = String.raw`[a-z]{3,6}(?:%2B|[^\w\s]){1,12}_`
/** A secret with its prefix. */
const withPrefix = new RegExp(String.raw`^([^\W_]*_|${oddPrefix})?([^\W_]+)$`)
/** The replacement of a known secret, with the parts around it that are not secret. */
const markedSecret = new RegExp(
  String.raw`^(?:https://)?(?:\w{3,6}_|${oddPrefix})?\u2039[\w.:-]+\u203A={0,2}` +
    String.raw`(?:@ingest\.platform-data\.invalid/\w*)?(?:~[\w.-]+)?$`,
)

/** The text that follows a head: the rest of a word, or of an encoding. */
const restOfWord = /\w*/y
const restOfEncoding = /[\w+/=%-]*/y

// Patterns for a name next to its value. Each begins with a fixed character and is bounded, because texts are long.
/** The user of an address: `postgres://user:password@host`. */
const userInfo = /(:\/\/[^\s/?#@:]{0,200}:)([^\s/?#@]{1,400})(?=@)/g
/** A field of a multipart form. */
const part = /(name="([^"\r\n]{1,100})"[^\r\n]*\r?\n(?:[^\r\n]+\r?\n){0,8}\r?\n)([^]*?)(?=\r?\n--|$)/g
/** A name with the separator before its value: `?code=`, `--password `, `"token": `, `password: `. */
const nameBefore = /(?<![\w-])([\w-]{1,100})(["'\]]{0,2}[^\S\n]{0,20}[:=][^\S\n]{0,20}|(?<=--[\w-]{1,100})\s{1,20})/g
/** The value after the name and the scheme of credentials: a text in quotation marks, or a word. */
const valueAfter =
  /((?:(?:Bearer|Basic|DSN) {1,20})?)("(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?|(?![[{])[^\s&#"'<>]*(?<![,;.)\]}]))/iy
/** Names that mean a secret only in addresses and JSON. In a sentence, `code: 522` is an error. */
const weakName = /^(?:code|state)$/i
/** Scopes, separated by commas or `+`. */
const scopeList = /^[\w-]+:(?:read|write)(?:[,+|][\w-]+:(?:read|write))*$/
/** The longest name of a scope with the name of a secret in it, in characters. */
const longestScope = 200

/**
 * Replaces secrets: every value next to the name of a secret, every text that looks like an issued secret, and known
 * secrets under any name, in the forms that clients produce by accident: escaped for URLs, JSON and HTML, base64 and
 * base64url.
 */
export class Redactor {
  /** The first characters of each form, and the pattern of the rest that is replaced. */
  readonly #heads: ReadonlyMap<string, RegExp>
  /** Marks the first four characters of each head, to skip nearly all of a string quickly. */
  readonly #starts = new Uint8Array(starts)
  /** The replacements of known secrets, by the secret without its prefix. */
  readonly #marks: ReadonlyMap<string, string>
  readonly #scopes: () => readonly string[]

  /**
   * @param credentials The emulator's credentials, which any client may send.
   * @param issued Secrets that were issued since.
   * @param marks The replacements of some secrets, such as `‹token›`. Default: `<redacted>` for all.
   * @param scopes The current names of scopes, which are not secret. Those that end with `:read` or `:write` are known.
   */
  constructor(
    credentials: Credentials | undefined,
    issued: readonly string[] = [],
    marks: ReadonlyMap<string, string> = new Map(),
    scopes: () => readonly string[] = () => [],
  ) {
    this.#marks = marks
    this.#scopes = scopes
    const known = [...(credentials ? credentialSecrets(credentials) : []), ...issued, ...marks.keys()]
    this.#heads = new Map(known.flatMap(secretHeads))
    for (const head of this.#heads.keys())
      this.#starts[[0, 1, 2, 3].reduce((slot, at) => nextSlot(slot, head.charCodeAt(at)), 0)] = 1
  }

  /**
   * Replaces the secrets in a string. The result has no escapes if only the string without them shows a secret. Escapes
   * within each other, such as HTML in JSON in a URL, are undone to a depth of three.
   */
  text(text: string, depth = 3): string {
    const redacted = this.#besideNames(this.#known(text))
    const bare = unescapeText(redacted)
    if (bare === redacted || depth === 0) return redacted
    const deeper = this.text(bare, depth - 1)
    return deeper === bare ? redacted : deeper
  }

  /**
   * Replaces the secrets in the value of a name, and keeps the scheme of credentials, which users need to find
   * mistakes.
   */
  value(name: string, value: string): string {
    if (!secretName.test(name)) return this.text(value)
    const [scheme = ''] = /^(?:Bearer|Basic|DSN) +/i.exec(value) ?? []
    return scheme + this.#secret(value.slice(scheme.length))
  }

  /** Replaces the secrets in the words of a command. */
  command(words: readonly string[]): readonly string[] {
    return words.map((word, place) => {
      const [, option = ''] = /^--?([\w-]+)$/.exec(words[place - 1] ?? '') ?? []
      if (secretName.test(option)) return this.#secret(word)
      if (option === 'u' || option === 'user') return word.replace(/:.*/s, `:${replaced}`)
      const [, name, value = ''] = /^([\w-]+):\s*(?!\/\/)(.*)$/s.exec(word) ?? []
      return name === undefined ? this.text(word) : `${name}: ${this.value(name, value)}`
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
          ? this.#secret(typeof member === 'string' ? member : JSON.stringify(member))
          : this.json(member),
      ]),
    )
  }

  /**
   * Replaces a value next to the name of a secret. Replacements of known secrets, and values that are not secret, stay.
   */
  #secret(value: string): string {
    if (noSecret.test(value)) return value
    const known = this.#marks.get(value) ?? (this.#marks.size === 0 ? '' : this.#known(value))
    return markedSecret.test(known) ? known : replaced
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
      // The prefix of the secret is part of the same word.
      while (start > from && /\w/.test(text[start - 1]!)) start--
      const [, prefix = '', bare = ''] = withPrefix.exec(text.slice(start, rest.lastIndex)) ?? []
      const mark = this.#marks.get(bare)
      redacted += text.slice(from, start).replaceAll(issuedSecret, replaced)
      redacted += mark === undefined ? replaced : prefix + mark
      from = rest.lastIndex
      at = from - 1
    }
    return redacted + text.slice(from).replaceAll(issuedSecret, replaced)
  }

  #besideNames(text: string): string {
    const plain = text
      .replaceAll(userInfo, (_all, before: string, password: string) => before + this.#secret(password))
      .replaceAll(part, (all, before: string, name: string, value: string) =>
        secretName.test(name) ? before + this.#secret(value) : all,
      )
    let [redacted, from] = ['', 0]
    // The value of another name may hold such names itself, as an address does.
    for (const { index, 0: all, 1: name = '', 2: separator = '' } of plain.matchAll(nameBefore)) {
      const start = index + all.length
      if (start <= from || !secretName.test(name) || (weakName.test(name) && separator.trim() === ':')) continue
      valueAfter.lastIndex = start
      const [whole = '', scheme = '', value = ''] = valueAfter.exec(plain) ?? []
      if (separator === ':' && this.#isScope(plain, index, start + whole.length)) continue
      const [quote = ''] = /^["']/.exec(value) ?? /"/.exec(separator) ?? []
      const hidden = this.#secret(value.replaceAll(/^["']|["']$/g, ''))
      redacted += plain.slice(from, start) + scheme + (hidden === value ? value : quote + hidden + quote)
      from = start + whole.length
    }
    return redacted + plain.slice(from)
  }

  /** Returns true if a name and the value after it are the name of a scope, or the end of one. */
  #isScope(text: string, start: number, end: number): boolean {
    const tail = text.slice(start, end)
    if (scopeList.test(tail)) return true
    const scopes = end - start > longestScope ? [] : this.#scopes().filter((scope) => scope.endsWith(tail))
    return scopes.some((scope) => {
      const from = end - scope.length
      return text.startsWith(scope, from) && !/[^\s"',+|=<>]/.test(text[from - 1] ?? ' ')
    })
  }
}

/**
 * Returns true if a member with the name of a secret may be secret, unlike the code of an error or the state of an
 * object.
 */
function mayBeSecret(name: string, value: unknown, object: object): boolean {
  if (value === null || typeof value === 'boolean') return false
  if (typeof value === 'number' && countName.test(name)) return false
  if ((name === 'code' || name === 'state') && 'id' in object) return false
  return name !== 'code' || !('message' in object) || typeof object.message !== 'string'
}

/** The number of slots for the first four characters. The whole head distinguishes texts in the same slot. */
const starts = 65_536

/** The slot of the last four characters, by that of the four before. */
const nextSlot = (slot: number, code: number): number => ((slot << 4) ^ code) & (starts - 1)

/** The secrets among the credentials. In a DSN, everything except the scheme and the id of the project is secret. */
function credentialSecrets({
  clientId,
  clientSecret,
  token,
  integrationToken,
  apiKey,
  dsn,
}: Credentials): readonly string[] {
  const key = dsn.slice(dsn.indexOf('//') + 2, dsn.lastIndexOf('/'))
  const secrets = [clientSecret, token, integrationToken, apiKey, key]
  const basic = [btoa(`${apiKey}:`), btoa(`${clientId}:${clientSecret}`)]
  // Clients may remove the prefix.
  return [...secrets, ...basic, ...secrets.map((secret) => secret.replace(/^[a-z]+_/i, ''))]
}

/** The beginnings of the forms of a secret, which consists of ASCII: plain, and in base64 at each alignment. */
function secretHeads(secret: string): readonly (readonly [head: string, rest: RegExp])[] {
  const head = secret.slice(0, headLength)
  // The first letters of an encoding contain bits of the preceding text.
  const encoded = [btoa(head), btoa(`x${head}`).slice(2), btoa(`xx${head}`).slice(3)].map((text) =>
    text.slice(0, headLength),
  )
  const inUrls = encoded.map((text) => text.replaceAll('+', '-').replaceAll('/', '_'))
  return [...[...encoded, ...inUrls].map((text) => [text, restOfEncoding] as const), [head, restOfWord]]
}

/** Escapes of ASCII characters in URLs, JSON and HTML. */
const escapes = new RegExp(
  [
    String.raw`%(?:25)*([2-7][\da-f])`,
    String.raw`(?<!\\)\\+(?:u00([2-7][\da-f])|(?=["/]))`,
    String.raw`&(?:amp;)*(?:#x0*([2-7][\da-f])|#0*(\d{2,3})|(amp|lt|gt|quot|apos));?`,
  ].join('|'),
  'gi',
)
const named = new Map(Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }))

function unescapeText(text: string): string {
  return text.replaceAll(escapes, (_escape, ...groups: readonly (string | undefined)[]) => {
    const [inUrl, inJson, hex = inUrl ?? inJson, decimal, name] = groups
    if (name !== undefined) return named.get(name.toLowerCase())!
    if (hex === undefined && decimal === undefined) return ''
    return String.fromCharCode(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16))
  })
}
