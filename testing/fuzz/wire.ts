// A request as it is sent: its placeholders are filled in with what the world has, and changes were made on the way.
import fc from 'fast-check'
import type { Emulator } from '../../emulator/create-emulator.ts'
import type { CollectionName } from '../../emulator/model/contract/stored-records.ts'
import { toIso } from '../../emulator/tools/time.ts'
import type { Conventions } from '../../emulator/model/contract/conventions.ts'

export type Pairs = readonly (readonly [name: string, value: string])[]

/** A request before its placeholders are filled in. */
export interface RequestTemplate {
  /** The world that it is for, and how it says so. */
  readonly world: string
  readonly worldBy: 'path' | 'header' | 'credentials'
  readonly method: string
  /** The path below the base path and the world, encoded. */
  readonly path: (conventions: Conventions) => string
  readonly query: Pairs
  readonly headers: Pairs
  readonly body: string | undefined
  /** The disturbance on its way. */
  readonly changes: readonly Change[]
}

/** The texts of a request. Its bytes are characters up to U+00FF, so that every part changes alike. */
export interface Wire {
  readonly method: string
  readonly target: string
  /** A header on each line. */
  readonly head: string
  readonly body: string | undefined
}

/** A text in place of some characters of a part. */
export interface Change {
  readonly part: keyof Wire
  /** The place, as a fraction of the part. */
  readonly at: number
  readonly removed: number
  readonly text: string
  readonly times: number
}

const texts = [
  '', '%', '%00', '%ff', '%2F', '%2e%2e', '%E0%A4%A', '//', '/../', '?', '&', '=', '#', ';', '+', ' ', '\t', '\\', '~',
  '..', '\nX-Injected: 1\n', '\nx-emulator-world: blue\n', '\nContent-Type: text/plain\n', '\0', '\u00ff', '\u00a0', '"',
  "'", '<', '{', '}', '[', ']', ',', ':', '0', '-1', '9', 'null', '__proto__', '/_emulator', '/~blue', '&limit=0',
  '?search=', 'application/xml', 'multipart/form-data; boundary=', '; charset=utf-16', 'gzip', 'Bearer ', 'Basic ',
  '{"a":', '"name":', '\\ud800', '\u00ef\u00bb\u00bf',
] // prettier-ignore

const change: fc.Arbitrary<Change> = fc.record({
  part: fc.constantFrom('target', 'target', 'target', 'head', 'head', 'body', 'body', 'body', 'method'),
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  removed: fc.oneof({ weight: 8, arbitrary: fc.nat(12) }, fc.constant(Number.MAX_SAFE_INTEGER)),
  text: fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...texts) },
    fc.nat(255).map((code) => String.fromCharCode(code)),
  ),
  times: fc.oneof({ weight: 30, arbitrary: fc.constant(1) }, { weight: 3, arbitrary: fc.nat(3000) }, fc.nat(200_000)),
})

/** Half of all requests stay good, the others get one to four changes. */
export const changes: fc.Arbitrary<readonly Change[]> = fc.oneof(
  { weight: 5, arbitrary: fc.constant([]) },
  { weight: 4, arbitrary: change.map((single) => [single]) },
  { weight: 1, arbitrary: fc.array(change, { minLength: 2, maxLength: 4 }) },
)

/** The longest part that a change makes, in characters. */
const longest: Readonly<Record<keyof Wire, number>> = { target: 12_000, head: 24_000, body: 2_500_000, method: 40 }

function changeWire(wire: Wire, { part, at, removed, text, times }: Change): Wire {
  const before = wire[part] ?? ''
  const place = Math.floor(at * before.length)
  const most = longest[part]
  const added = text.repeat(Math.min(times, Math.ceil(most / Math.max(1, text.length))))
  const after = `${before.slice(0, place)}${added}${before.slice(place + removed)}`.slice(0, most)
  return { ...wire, [part]: part === 'target' && !after.startsWith('/') ? `/${after}` : after }
}

const kinds = {
  token: /"((?:acc|pat)_[0-9A-Za-z]{40}(?:~\w+)?)"/g,
  refresh: /"(ref_[0-9A-Za-z]{40}(?:~\w+)?)"/g,
  state: /"(?:state|prepare_state|code)":"([0-9A-Za-z]{40}(?:~\w+)?)"/g,
} as const

/** Fills in placeholders: with ids and credentials of a world, and with secrets that its answers showed. */
export class Placeholders {
  readonly #emulator: Emulator
  /** The latest first, by world and kind. */
  readonly #seen = new Map<string, readonly string[]>()
  #marks = 0

  constructor(emulator: Emulator) {
    this.#emulator = emulator
  }

  /** Keeps the secrets of an answer. */
  note(world: string, text: string): void {
    for (const [kind, pattern] of Object.entries(kinds))
      for (const [, secret] of text.matchAll(pattern)) {
        const key = `${world} ${kind}`
        this.#seen.set(key, [secret!, ...(this.#seen.get(key) ?? [])].slice(0, 10))
      }
  }

  fill(text: string, world: string): string {
    return text.replaceAll(/\{\{(\w+)(?::(\w+))?(?::(\d+))?\}\}/g, (_all, kind: string, from: string, index: string) =>
      this.#value(world, kind, from, Number(index)),
    )
  }

  #value(name: string, kind: string, from: string, index: number): string {
    const { credentials, worlds } = this.#emulator
    const { token, integrationToken, apiKey, clientId, clientSecret, dsn } = credentials
    const world = worlds.use(name)
    if (kind === 'id') {
      const records = world.collection(from as CollectionName)?.page({ limit: 31 }).items ?? []
      return records[index % Math.max(1, records.length)]?.id ?? '0'.repeat(27)
    }
    if (kind in kinds) return this.#seen.get(`${name} ${kind}`)?.[Number(from)] ?? 'none'
    const inThirtyDays = world.clock.now() + 30 * 86_400_000
    const values: Readonly<Record<string, string>> = {
      bearer: token,
      integration: integrationToken,
      apiKey: btoa(`${apiKey}:`),
      client: btoa(`${clientId}:${clientSecret}`),
      dsn,
      clientId,
      clientSecret,
      mark: `mark ${++this.#marks}!`,
      in30days: toIso(inThirtyDays),
      in30daysSeconds: String(Math.floor(inThirtyDays / 1000)),
    }
    return values[kind] ?? kind
  }
}

/** The request as it is sent, with the base path and the world. */
export function toWire(asked: RequestTemplate, emulator: Emulator, placeholders: Placeholders): Wire {
  const { world, worldBy } = asked
  const isNamed = world !== 'default'
  const fill = (text: string) => placeholders.fill(text, world)
  const encoded = (text: string) => encodeURIComponent(fill(text).toWellFormed())
  const search = asked.query.map(([name, value]) => `${encoded(name)}=${encoded(value)}`).join('&')
  const path = `${emulator.basePath}${isNamed && worldBy === 'path' ? `/~${world}` : ''}${fill(asked.path(emulator.conventions))}`
  const lines = asked.headers.map(([name, value]) => {
    const line = `${name}: ${fill(value)}`
    // A client whose base URL cannot change names the world with its credentials.
    const isToken = isNamed && worldBy === 'credentials' && /^Authorization: (?:Bearer|DSN) [^~]*$/.test(line)
    return isToken ? `${line}~${world}` : line
  })
  if (isNamed && worldBy === 'header') lines.push(`x-emulator-world: ${world}`)
  const wire: Wire = {
    method: asked.method,
    target: search === '' ? path : `${path}?${search}`,
    head: lines.join('\n'),
    body: asked.body === undefined ? undefined : Buffer.from(fill(asked.body)).toString('latin1'),
  }
  return asked.changes.reduce(changeWire, wire)
}

/** The request for `emulator.fetch`; undefined when the platform's Request refuses its parts. */
export function toRequest({ method, target, head, body }: Wire, signal: AbortSignal): Request | undefined {
  const lines = head.split('\n').filter((line) => line.includes(':'))
  const headers = lines.map((line): [string, string] => [
    line.slice(0, line.indexOf(':')),
    line.slice(line.indexOf(':') + 1).trim(),
  ])
  const sent = body === undefined || method === 'GET' || method === 'HEAD' ? {} : { body: Buffer.from(body, 'latin1') }
  try {
    return new Request(`http://localhost${target}`, { method, headers, signal, ...sent })
  } catch {
    return undefined
  }
}

/** The bytes of a request, with more headers. */
export function toBytes(
  { method, target, head, body = '' }: Wire,
  more: readonly string[],
  version = ' HTTP/1.1',
): string {
  const lines = [...more, ...head.split('\n')].filter((line) => line !== '')
  return [`${method} ${target}${version}`, ...lines, '', body].join('\r\n')
}

/** A command that sends bytes again. */
export function toCommand(bytes: string): string {
  const most = 20_000
  const escaped = bytes.slice(0, most).replaceAll(/[^ -~]|['\\%]/g, (character) => {
    const code = character.charCodeAt(0).toString(8)
    return `\\${code.padStart(3, '0')}`
  })
  const rest = bytes.length > most ? ` # and ${bytes.length - most} bytes more` : ''
  return `printf '${escaped}' | nc -q1 127.0.0.1 4113${rest}`
}
