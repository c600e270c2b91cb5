import type { Redactor } from './redaction/redact.ts'

/** The kinds of characters that checks tell apart, as those of hexadecimal digits. */
const kinds = ['0123456789', 'abcdef', 'ghijklmnopqrstuvwxyz', 'ABCDEF', 'GHIJKLMNOPQRSTUVWXYZ']

/** The header of a JSON Web Token that stands for any other. */
const header = btoa('{"typ":"JWT","alg":"RS256"}')

/**
 * A text for each secret of a run, in the order of registration: as long, with signs at the same places and with
 * letters and digits of the same kinds in each half. Nothing else of the secret is in it.
 *
 * @param next Returns random numbers between 0 and 1.
 */
export function standInsOf(redactor: Redactor, next: () => number): readonly string[] {
  const { secrets } = redactor
  const drawn = secrets.map((secret) => standInFor(secret, next))
  return secrets.map((secret, number) => {
    if (!/^[a-z]+:\/\//.test(secret)) return drawn[number]!
    const address = secrets.reduce(
      (text, other, index) => (index === number ? text : text.replaceAll(other, drawn[index]!)),
      secret,
    )
    return redactor.uncut(address) === address ? address : drawn[number]!
  })
}

function standInFor(secret: string, next: () => number): string {
  const end = isWebToken(secret) ? secret.indexOf('.') : 0
  const middle = Math.max(secret.length >> 1, end)
  return (end > 0 ? header : '') + redrawn(secret.slice(end, middle), next) + redrawn(secret.slice(middle), next)
}

/** Returns true for a JSON Web Token, by its header. */
function isWebToken(secret: string): boolean {
  const [, first] = /^(eyJ[\w-]*)\.[\w-]+\.[\w-]+$/.exec(secret) ?? []
  try {
    const { alg } = JSON.parse(atob(first!.replaceAll('-', '+').replaceAll('_', '/'))) as { readonly alg?: unknown }
    return typeof alg === 'string'
  } catch {
    return false
  }
}

/** Other letters and digits in the places of those of a text, each kind of it at least once. */
function redrawn(text: string, next: () => number): string {
  const pick = <T>(items: ArrayLike<T>): T => items[Math.floor(next() * items.length)]!
  const found = kinds.filter((kind) => [...kind].some((character) => text.includes(character)))
  const places = [...text.matchAll(/[\dA-Za-z]/g)].map(({ index }) => index)
  const characters = text.split('')
  const free = [...places]
  for (const kind of found) characters[free.splice(Math.floor(next() * free.length), 1)[0]!] = pick(kind)
  for (const place of free) characters[place] = pick(pick(found))
  return characters.join('')
}
