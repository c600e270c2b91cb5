/** The beginning of a word, which may follow an escape that ends in a letter or a digit. */
const beginning = String.raw`(?:(?<![\w-])|(?<=%[\dA-Fa-f]{2}|\\u[\dA-Fa-f]{4}|\\[bfnrt]))`
const end = String.raw`(?![\w-])`

/**
 * The source of a pattern for every way in which a target, or a report, may write a secret: each character as it
 * is, percent-encoded, escaped in JSON (once or twice) or in HTML; and the whole in base64, alone or within more.
 * @param alone Whether it is found only where it is not a part of a longer word.
 */
export function spellings(secret: string, alone: boolean): string {
  const plain = [...secret].map(spelled).join('')
  const encoded = base64Forms(secret).map((form) => [...form].map(spelled).join(''))
  return [...encoded, alone ? `${beginning}${plain}${end}` : plain].join('|')
}

/**
 * Pieces of which each spelling of a secret has one, as letters and digits are never escaped. Undefined stands for a
 * spelling that has no such piece for certain.
 */
export function pieces(secret: string): readonly (string | undefined)[] {
  return [secret, ...base64Forms(secret)].map(longestRun)
}

function longestRun(text: string): string | undefined {
  return text.match(/[0-9A-Za-z]+/g)?.reduce((longest, run) => (run.length > longest.length ? run : longest))
}

function spelled(character: string): string {
  if (/^[0-9A-Za-z]$/.test(character)) return character
  const code = character.codePointAt(0)!
  const percent = [...new TextEncoder().encode(character)].map((byte) => `%${hex(byte, 2)}`).join('')
  const units = Array.from(
    { length: character.length },
    (_, index) => `\\\\+u${hex(character.charCodeAt(index), 4)}`,
  ).join('')
  const forms = [`\\\\*${literal(character)}`, percent, units, `&#(?:${code}|[xX]0*${hex(code, 1)});`]
  if (character === ' ') forms.push(String.raw`\+`)
  const entity = entities[character]
  if (entity !== undefined) forms.push(`&${entity};`)
  return `(?:${forms.join('|')})`
}

const entities: Readonly<Record<string, string>> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": 'apos' }

function literal(character: string): string {
  return /[\w\s]/.test(character) || character > '\u007F' ? character : `\\${character}`
}

/** Digits a to f in either case. */
function hex(value: number, width: number): string {
  return value
    .toString(16)
    .padStart(width, '0')
    .replaceAll(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`)
}

/** Shorter interiors of base64 occur in other texts too. */
const shortestInterior = 8

/**
 * The base64 of a secret alone, and followed by the colon of HTTP Basic; and for each of its three alignments within a
 * longer text the characters that encode nothing but the secret.
 */
function base64Forms(secret: string): readonly string[] {
  const bytes = new TextEncoder().encode(secret)
  const whole = [base64(new TextEncoder().encode(`${secret}:`)), base64(bytes)]
  const interiors = [0, 1, 2].map((offset) => {
    const text = base64(Uint8Array.from([...Array.from({ length: offset }, () => 0), ...bytes]))
    return text.slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + bytes.length) * 8) / 6))
  })
  const forms = [...whole, ...interiors.filter((text) => text.length >= shortestInterior)]
  return [
    ...new Set(forms.flatMap((form) => [form, form.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')])),
  ]
}

function base64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
}
