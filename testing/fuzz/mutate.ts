// Mutations: what happens to good requests on the way.
import fc from 'fast-check'
import type { Mutation, Wire } from './fuzz-request.ts'

const texts = [
  '%', '%00', '%ff', '%2F', '%2e%2e', '%E0%A4%A', '//', '/../', '?', '&', '=', '#', ';', '+', ' ', '\t', '\\', '~',
  '..', '\r\nX-Injected: 1', '\0', '\u00ff', '\u00a0', '"', "'", '<', '{', '}', '[', ']', ',', ':', '0', '-1',
  '9'.repeat(40),
  'null', '__proto__', '/_emulator', '/~blue', '&limit=0', '&limit=0&limit=1', '?search=', 'application/xml',
  'text/html', 'multipart/form-data; boundary=', 'application/json; charset=utf-16', 'gzip', 'chunked', 'Bearer ',
  'Basic ',
  '{"a":'.repeat(40), '['.repeat(300), '"name":', '\\ud800', '\u00ef\u00bb\u00bf',
] // prettier-ignore

const mutation: fc.Arbitrary<Mutation> = fc.record({
  part: fc.constantFrom('target', 'target', 'target', 'header', 'header', 'body', 'body', 'body', 'method'),
  kind: fc.constantFrom('insert', 'replace', 'remove', 'repeat', 'flip', 'encode', 'case', 'cut', 'drop'),
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  amount: fc.oneof({ weight: 30, arbitrary: fc.nat(12) }, { weight: 3, arbitrary: fc.nat(3000) }, fc.nat(200_000)),
  text: fc.constantFrom(...texts),
})

/** Half of all requests stay good, the others get one to four mutations. */
export const mutations: fc.Arbitrary<readonly Mutation[]> = fc.oneof(
  { weight: 5, arbitrary: fc.constant([]) },
  { weight: 4, arbitrary: mutation.map((single) => [single]) },
  { weight: 1, arbitrary: fc.array(mutation, { minLength: 2, maxLength: 4 }) },
)

/** The longest part that a mutation makes, in characters. Longer parts are cut. */
const longest: Readonly<Record<Mutation['part'], number>> = {
  target: 12_000,
  header: 12_000,
  body: 2_500_000,
  method: 40,
}

/** A request with a mutation. */
export function mutated(wire: Wire, mutation: Mutation): Wire {
  const change = (text: string) => changed(text, mutation).slice(0, longest[mutation.part])
  switch (mutation.part) {
    case 'target':
      return { ...wire, target: `/${change(wire.target.slice(1))}` }
    case 'method':
      return { ...wire, method: change(wire.method) }
    case 'body':
      return { ...wire, body: mutation.kind === 'drop' ? undefined : change(wire.body ?? '') }
    case 'header':
      return { ...wire, headers: mutatedHeaders(wire.headers, mutation, change) }
  }
}

function mutatedHeaders(
  headers: Wire['headers'],
  { kind, at, amount }: Mutation,
  change: (text: string) => string,
): Wire['headers'] {
  const index = Math.min(headers.length - 1, Math.floor(at * headers.length))
  const header = headers[index]
  if (!header) return headers
  if (kind === 'drop') return headers.toSpliced(index, 1)
  if (kind === 'repeat' && amount % 2 === 0)
    return [...headers, ...Array.from({ length: (amount % 20) + 1 }, () => header)]
  const [name, value] = header
  return headers.toSpliced(index, 1, kind === 'case' ? [change(name), value] : [name, change(value)])
}

function changed(text: string, { kind, at, amount, text: inserted }: Mutation): string {
  const place = Math.floor(at * text.length)
  const [before, after] = [text.slice(0, place), text.slice(place)]
  switch (kind) {
    case 'insert':
      return `${before}${inserted}${after}`
    case 'replace':
      return `${before}${inserted}${after.slice(inserted.length)}`
    case 'remove':
      return `${before}${after.slice(amount + 1)}`
    case 'repeat':
      return `${before}${after.slice(0, (amount % 40) + 1).repeat((amount % 5000) + 1)}${after}`
    case 'flip':
      return after === ''
        ? text
        : `${before}${String.fromCharCode((after.charCodeAt(0) ^ (1 << (amount % 8))) & 0xff)}${after.slice(1)}`
    case 'encode':
      return after === ''
        ? text
        : `${before}%${(after.charCodeAt(0) & 0xff).toString(16).padStart(2, '0')}${after.slice(1)}`
    case 'case':
      return `${before}${amount % 2 ? after.toUpperCase() : after.toLowerCase()}`
    case 'cut':
      return before
    case 'drop':
      return ''
  }
}
