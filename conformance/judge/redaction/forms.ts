// The forms in which services write a secret by accident.

const escapeJson = (text: string): string => JSON.stringify(text).slice(1, -1)
const escapeHtml = (text: string, apostrophe: string, quote = '&quot;'): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', quote)
    .replaceAll("'", apostrophe)
const formEncoded = (text: string): string => new URLSearchParams({ '': text }).toString().slice(1)
const escapeUrl = (text: string): string => encodeURIComponent(text.toWellFormed())
const lowerCodes = (text: string): string => text.replaceAll(/%../g, (code) => code.toLowerCase())
const escapeLowerUrl = (text: string): string => lowerCodes(escapeUrl(text))

/** Writes each matching character as its hexadecimal code. */
const codeCharacters =
  (kind: RegExp, spell: (hex: string) => string) =>
  (text: string): string =>
    text.replaceAll(kind, (character) => spell(character.charCodeAt(0).toString(16)))
const lowerCode = (hex: string): string => `\\u${hex.padStart(4, '0')}`
const decimalReference = (hex: string): string => `&#${Number.parseInt(hex, 16)};`
const hexadecimalReference = (hex: string): string => `&#x${hex.toUpperCase()};`
const upperCode = (hex: string): string => `\\u${hex.padStart(4, '0').toUpperCase()}`

const escapes: readonly ((text: string) => string)[] = [
  escapeJson,
  (text) => escapeJson(text).replaceAll('/', String.raw`\/`),
  ...[lowerCode, upperCode].flatMap((code) => [
    (text: string) => codeCharacters(/[<>&]/g, code)(escapeJson(text)),
    (text: string) => codeCharacters(/[<>&'=\u0080-\uFFFF]/g, code)(escapeJson(text)),
    codeCharacters(/[^\w.~-]/g, code),
  ]),
  (text) => codeCharacters(/[\u0080-\uFFFF]/g, lowerCode)(escapeJson(text)),
  (text) => escapeHtml(text, '&#39;'),
  (text) => escapeHtml(text, '&#x27;'),
  (text) => escapeHtml(text, '&apos;'),
  (text) => escapeHtml(text, "'"),
  (text) => escapeHtml(text, '&#39;', '&#34;'),
  ...[/[&<>"']/g, /[&<>"'/]/g].flatMap((kind) => [
    codeCharacters(kind, decimalReference),
    codeCharacters(kind, hexadecimalReference),
  ]),
  // Mustache and Handlebars.
  (text) => codeCharacters(/[/`=]/g, hexadecimalReference)(escapeHtml(text, '&#39;')),
  (text) => codeCharacters(/[`=]/g, hexadecimalReference)(escapeHtml(text, '&#x27;')),
  escapeUrl,
  escapeLowerUrl,
  (text) => escapeUrl(text).replaceAll(/[!'()*~]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`),
  (text) => encodeURI(text.toWellFormed()),
  formEncoded,
  (text) => lowerCodes(formEncoded(text)),
]

/** A string as it is, and escaped up to `times` times. */
function escapedForms(text: string, times: number): readonly string[] {
  if (times === 0 || /^[\w.~-]*$/.test(text)) return [text]
  const once = new Set(escapes.map((escape) => escape(text)))
  return [text, ...[...once].flatMap((form) => escapedForms(form, times - 1))]
}

/**
 * The base64 of a string, by itself and with the colon of HTTP Basic, and its characters at each offset within other
 * base64.
 */
function base64Forms(text: string): readonly string[] {
  const bytes = String.fromCharCode(...new TextEncoder().encode(text))
  const inside = [0, 1, 2].map((before) => {
    const letters = btoa('x'.repeat(before) + bytes)
    return letters.slice(Math.ceil((before * 4) / 3), Math.floor(((before + bytes.length) * 4) / 3))
  })
  return [btoa(bytes), btoa(`${bytes}:`), ...inside]
}

/** The forms of a secret: as it is, escaped once or twice for JSON, HTML and URLs, and in base64 and base64url. */
export function redactedForms(secret: string): ReadonlySet<string> {
  // A form-urlencoded body may have any character percent-encoded, and the kit sends one without underscores.
  const inForm = [formEncoded(secret), escapeUrl(secret)].map((form) => form.replaceAll('_', '%5F'))
  const base64 = base64Forms(secret).flatMap((form) => [form, form.replaceAll('+', '-').replaceAll('/', '_')])
  return new Set([
    // JSON often contains JSON as a string.
    ...[...new Set(escapedForms(secret, 2))].flatMap((form) => [form, escapeJson(form), escapeJson(escapeJson(form))]),
    ...inForm.flatMap((form) => [form, lowerCodes(form)]),
    ...base64.flatMap((form) => [form, form.replaceAll('/', String.raw`\/`), escapeUrl(form), escapeLowerUrl(form)]),
  ])
}
