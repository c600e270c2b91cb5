/** Names and values in turn, as they came over the wire: a name in any case, and as often as it came. */
export type RawHeaders = readonly string[]

/** No header holds one. */
const separator = '\n'

/** Headers as one text: to keep a dozen small ones of each request costs the garbage collector a sixth of the answer. */
export function joined(raw: RawHeaders): string {
  return raw.join(separator)
}

/** Headers by name, in lower case, from one text; values of one name are joined as `Headers` joins them. */
export function toHeaders(text: string): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {}
  const raw = text === '' ? [] : text.split(separator)
  for (let index = 0; index < raw.length; index += 2) {
    const name = raw[index]!.toLowerCase()
    const value = raw[index + 1]!
    Object.defineProperty(headers, name, {
      value: Object.hasOwn(headers, name) ? `${headers[name]}${name === 'cookie' ? '; ' : ', '}${value}` : value,
      enumerable: true,
      configurable: true,
      writable: true,
    })
  }
  return headers
}
