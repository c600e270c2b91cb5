// Finds out how a value was made from another one, so that a script can make it in the same way.
import type { Word } from './shell-words.ts'

/** The most characters that a near miss has more or less than its source. */
const mostAdded = 8
const mostRemoved = 4

/** The shortest value to look for: shorter ones occur in others by accident. */
const shortest = 6

const swappedCase = (text: string): string =>
  [...text].map((letter) => (letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase())).join('')

/** Changes each third character, for a value that resembles a right one and was never issued. */
const scrambled = (text: string): string =>
  [...text]
    .map((character, index) => {
      if (index % 3 > 0 || !/[0-9A-Za-z]/.test(character)) return character
      return character === 'a' ? 'b' : /\d/.test(character) ? String((Number(character) + 1) % 10) : 'a'
    })
    .join('')

/**
 * How a value is made from a source that the shell calls `name`; undefined when it is not evidently made from it.
 * @param name A variable without its dollar sign.
 */
export function madeFrom(value: string, source: string, name: string): Word | undefined {
  if (source.length < shortest) return undefined
  if (value === source) return [{ shell: `$${name}` }]
  const at = value.indexOf(source)
  if (at >= 0 && value.length - source.length <= mostAdded)
    return [value.slice(0, at), { shell: `\${${name}}` }, value.slice(at + source.length)]
  const missing = source.length - value.length
  if (missing > 0 && missing <= mostRemoved && value.length >= shortest) {
    if (source.startsWith(value)) return [{ shell: `\${${name}%${'?'.repeat(missing)}}` }]
    if (source.endsWith(value)) return [{ shell: `\${${name}#${'?'.repeat(missing)}}` }]
  }
  const helper = value.length === source.length ? helperFor(value, source) : undefined
  if (helper !== undefined) return [{ shell: `$(${helper} "$${name}")` }]
  return withChangedWord(value, source, name) ?? behindPrefix(value, source, name)
}

/** The function of the script that makes a value of another one as long; undefined where none does. */
function helperFor(value: string, source: string): string | undefined {
  if (value.toLowerCase() === source.toLowerCase()) {
    if (value === swappedCase(source)) return 'swapped_case'
    if (value === source.toUpperCase()) return 'upper_case'
    if (value === source.toLowerCase()) return 'lower_case'
  }
  // The second and the third character of a scrambled value stay.
  return value[1] === source[1] && value[2] === source[2] && value === scrambled(source) ? 'scrambled' : undefined
}

/** Positions count from the nearer end: another token in its place may have another length. */
function withChangedWord(value: string, source: string, name: string): Word | undefined {
  if (value.length !== source.length) return undefined
  let at = 0
  while (at < source.length && value[at] === source[at]) at++
  if (value.slice(at + 1) !== source.slice(at + 1)) return undefined
  const position = at < value.length / 2 ? at + 1 : at - value.length
  const to = value[at]!
  if (!/^[!-&(-~]$/.test(to) || !/^[!-~]+$/.test(source)) return undefined
  if (to.toLowerCase() === source[at]!.toLowerCase()) return [{ shell: `$(recased "$${name}" ${position})` }]
  // Any other letter works; the one used here may be right in another token.
  return [{ shell: `$(changed "$${name}" ${position}${/[A-Za-z]/.test(to) ? '' : ` '${to}'`})` }]
}

/** A prefixed id whose part after the prefix is a near miss. */
function behindPrefix(value: string, source: string, name: string): Word | undefined {
  const prefix = /^[0-9A-Za-z]{2,4}_/.exec(value)?.[0]
  if (prefix === undefined || source.startsWith(prefix)) return undefined
  const rest = madeFrom(value.slice(prefix.length), source, name)
  return rest && [prefix, ...rest]
}
