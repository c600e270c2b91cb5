import fc from 'fast-check'

/** Ways in which services write a string by accident. `around` goes into an encoding beside it. */
export const accidentalForms: Readonly<
  Record<string, (text: string, around: readonly [before: string, behind: string]) => string>
> = {
  'as it is': (text) => text,
  'in JSON': escapeForJson,
  'in JSON twice': (text) => escapeForJson(escapeForJson(text)),
  'in JSON with a slash escaped': (text) => escapeForJson(text).replaceAll('/', String.raw`\/`),
  'in JSON with signs as codes': (text) => text.replaceAll(/[^\w.~-]/g, escapeCharacter),
  'in JSON for a page': (text) => escapeForJson(text).replaceAll(/[<>&]/g, escapeCharacter),
  'in HTML': escapeForHtml,
  'in HTML with decimal codes': (text) => text.replaceAll(/[&<>"'/]/g, (sign) => `&#${sign.charCodeAt(0)};`),
  'in HTML with hexadecimal codes': (text) =>
    text.replaceAll(/[&<>"'/]/g, (sign) => `&#x${sign.charCodeAt(0).toString(16).toUpperCase()};`),
  'in HTML twice': (text) => escapeForHtml(escapeForHtml(text)),
  'in a URL': (text) => encodeURIComponent(text),
  'in a URL in small letters': (text) => encodeURIComponent(text).replaceAll(/%../g, (code) => code.toLowerCase()),
  'in a whole URL': (text) => encodeURI(text),
  'in a URL twice': (text) => encodeURIComponent(encodeURIComponent(text)),
  'in a form': (text) => new URLSearchParams({ text }).toString().slice('text='.length),
  'in a form in HTML in JSON': (text) =>
    escapeForJson(escapeForHtml(new URLSearchParams({ text }).toString().slice('text='.length))),
  'in base64': (text, [before, behind]) => Buffer.from(`${before}${text}${behind}`).toString('base64'),
  'in base64url': (text, [before, behind]) => Buffer.from(`${before}${text}${behind}`).toString('base64url'),
  'in base64 in a URL': (text, [before, behind]) =>
    encodeURIComponent(Buffer.from(`${before}${text}${behind}`).toString('base64')),
}

function escapeForJson(text: string): string {
  return JSON.stringify(text).slice(1, -1)
}

function escapeCharacter(sign: string): string {
  return `\\u${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`
}

function escapeForHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}

/** True for a form that writes bytes as letters: its letters continue after a character of the secret. */
export const isEncoding = (form: string): boolean => form.startsWith('in base')

/** Each form with each number of bytes that may precede a secret in an encoding, by which its letters differ. */
export const alignedForms: readonly (readonly [form: string, before: string])[] = Object.keys(accidentalForms).flatMap(
  (form) => (isEncoding(form) ? ['', 'u', 'us', 'use', 'user'] : ['']).map((before) => [form, before] as const),
)

/** Random secrets of ASCII. `~` and `?` encode to the special characters of base64. None begins like an id, which may be read. */
export const randomSecrets: fc.Arbitrary<string> = fc
  .array(fc.constantFrom(...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.+/=~~~???'), {
    minLength: 20,
    maxLength: 60,
  })
  .map((signs) => `k7-${signs.join('')}Q`)

/** Random secrets with letters beyond ASCII. */
export const foreignSecrets: fc.Arbitrary<string> = randomSecrets.map(
  (secret) => `${secret.slice(0, 4)}é漢${secret.slice(4)}`,
)
