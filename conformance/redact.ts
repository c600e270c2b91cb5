/**
 * Knows every secret of a run, those it was given and those it learned, and takes them out of whatever is
 * written: as they are, percent-encoded, escaped in JSON, and in the base64 of HTTP Basic.
 */
export class Redactor {
  readonly #forms = new Map<string, string>()
  #pattern: RegExp | undefined

  /** Registers a secret under the name that stands for it, as in `<access_token>`. Texts under 6 characters are no secrets. */
  add(secret: string, name: string): void {
    if (secret.length < 6) return
    const mark = `<${name}>`
    for (const form of [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1), base64(`${secret}:`), base64(secret)]) this.#forms.set(form, mark)
    this.#pattern = undefined
  }

  /** Registers what HTTP Basic makes of a user and a password. */
  addBasic(user: string, password: string, name: string): void {
    this.#forms.set(base64(`${user}:${password}`), `<${name}>`)
    this.#pattern = undefined
  }

  text(text: string): string {
    if (this.#forms.size === 0) return text
    this.#pattern ??= new RegExp([...this.#forms.keys()].sort((left, right) => right.length - left.length).map((form) => form.replaceAll(/[.*+?^${}()|[\]\\/-]/g, String.raw`\$&`)).join('|'), 'g')
    return text.replace(this.#pattern, (form) => this.#forms.get(form) ?? '<secret>')
  }

  /** A copy of a JSON value with every text and member name in it redacted. */
  value<T>(value: T): T {
    if (typeof value === 'string') return this.text(value) as T
    if (Array.isArray(value)) return value.map((item: unknown) => this.value(item)) as T
    if (typeof value === 'object' && value !== null) return Object.fromEntries(Object.entries(value).map(([name, member]) => [this.text(name), this.value(member)])) as T
    return value
  }
}

function base64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)))
}
