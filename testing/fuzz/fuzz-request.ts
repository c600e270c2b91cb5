// The input of the fuzzer: requests with placeholders, which are filled in from the world when their turn comes.

/** A request before its placeholders are filled in and its mutations are made. */
export interface FuzzRequest {
  /** The world that it names, and how. */
  readonly world: string
  readonly worldBy: 'path' | 'header' | 'credentials'
  readonly method: string
  /** The path below the base path and the world, encoded. */
  readonly path: string
  readonly query: readonly (readonly [name: string, value: string])[]
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: string | undefined
  readonly mutations: readonly Mutation[]
}

/** One change to a request as it would be sent. */
export interface Mutation {
  readonly part: 'target' | 'header' | 'body' | 'method'
  readonly kind: 'insert' | 'replace' | 'remove' | 'repeat' | 'flip' | 'encode' | 'case' | 'cut' | 'drop'
  /** Where, as a fraction of the part. */
  readonly at: number
  /** How much: of bytes to remove or repeat, of repetitions, or the byte to flip with. */
  readonly amount: number
  readonly text: string
}

/** A request as it is sent. The body's bytes are characters up to U+00FF, so that every part mutates alike. */
export interface Wire {
  readonly world: string
  readonly method: string
  readonly target: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: string | undefined
}

const encoder = new TextEncoder()

/** UTF-8, each byte as one character. */
export function toBinary(text: string): string {
  let binary = ''
  for (const byte of encoder.encode(text)) binary += String.fromCharCode(byte)
  return binary
}

/** The bytes of such a text. */
export function toBytes(binary: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(binary, (character) => character.charCodeAt(0) & 0xff)
}

/** The command that sends a request again. Bytes that a shell would not keep are written as printf escapes. */
export function toCurl({ method, target, headers, body }: Wire, origin = 'http://127.0.0.1:4113'): string {
  const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`
  const sent = headers.map(([name, value]) => ` -H ${quoted(`${name}: ${value}`)}`).join('')
  const curl = `curl -i --path-as-is -X ${quoted(method)}${sent}`
  if (body === undefined) return `${curl} ${quoted(origin + target)}`
  if (/^[\x20-\x7e]*$/.test(body)) return `${curl} --data-binary ${quoted(body)} ${quoted(origin + target)}`
  const escaped = [...toBytes(body)].map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join('')
  return `printf '${escaped}' | ${curl} --data-binary @- ${quoted(origin + target)}`
}
