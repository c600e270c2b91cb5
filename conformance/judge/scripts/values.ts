// Where the values of requests came from: the environment, or an answer that made something.
import type { Exchange } from '../../conclusions/exchange.ts'
import type { Target } from '../../target/target-file.ts'
import type { Word } from './shell-words.ts'

/** A text of an answer: the `index`th member of that name, as the function `value` of a script reads it. */
export interface PlacedValue {
  readonly exchange: Exchange
  readonly name: string
  readonly index: number
  readonly value: string
}

/** The credentials of a target file, by the variables of `emulator exec`. */
export function credentialVariables({ credentials = {} }: Target): ReadonlyMap<string, string> {
  const { oauth, token, integrationToken, apiKey, dsn } = credentials
  return new Map(
    [
      ['PLATFORM_TOKEN', token],
      ['PLATFORM_INTEGRATION_TOKEN', integrationToken],
      ['PLATFORM_API_KEY', apiKey],
      ['PLATFORM_DSN', dsn],
      ['PLATFORM_CLIENT_SECRET', oauth?.clientSecret],
      ['PLATFORM_CLIENT_ID', oauth?.clientId],
    ].filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
}

const member = /^\s*"([\w.-]+)"\s*:\s*"([^"]*)"\s*$/

/** The texts of an answer. It is split at each brace, bracket and comma, as the shell does it. */
export function valuesOf(exchange: Exchange): readonly PlacedValue[] {
  const counts = new Map<string, number>()
  return exchange.response.text.split(/[{}[\],\n]/).flatMap((piece) => {
    const [, name, value] = member.exec(piece) ?? []
    if (name === undefined || value === undefined) return []
    const index = (counts.get(name) ?? 0) + 1
    counts.set(name, index)
    return [{ exchange, name, index, value: value.replaceAll(String.raw`\/`, '/') }]
  })
}

/** The shortest secret of which a near miss is recognized: others occur by accident. */
const shortest = 6

/** The most characters that a near miss has more, less or other than the credential. */
const farthest = 8

/** The expression of the shell that makes a value of a variable; undefined where it is not evidently made of it. */
export function madeOf(value: string, source: string, variable: string): Word | undefined {
  const whole = `$${variable}`
  if (value === source) return [{ shell: whole }]
  if (source.length < shortest) return undefined
  const at = value.indexOf(source)
  if (at !== -1 && value.length <= source.length + farthest)
    return [value.slice(0, at), { shell: `\${${variable}}` }, value.slice(at + source.length)]
  let start = 0
  while (start < value.length && value[start] === source[start]) start++
  const most = Math.min(value.length, source.length) - start
  let end = 0
  while (end < most && value.at(-1 - end) === source.at(-1 - end)) end++
  const [from, to] = [source.slice(start, source.length - end), value.slice(start, value.length - end)]
  const length = from.length
  if (start + end >= shortest && length <= farthest && to.length <= farthest) {
    if (to === '' && end === 0) return [{ shell: `\${${variable}%${'?'.repeat(length)}}` }]
    if (to === '' && start === 0) return [{ shell: `\${${variable}#${'?'.repeat(length)}}` }]
    const part = (range: string, change = '') => ({ shell: `$(part ${range} "${whole}"${change})` })
    const range = `${start + 1}-${start + length}`
    return [
      ...(start > 0 ? [part(`1-${start}`)] : []),
      ...(from.length !== to.length || !/^[\da-z]+$/i.test(from + to)
        ? [to]
        : [part(range, to.toLowerCase() === from.toLowerCase() ? ' | swapped' : ' | rotated')]),
      ...(end > 0 ? [part(`${start + length + 1}-`)] : []),
    ]
  }
  return changedWhole(value, source, whole)
}

/** A value as long as its source: in another case, or one that resembles it and was never issued. */
function changedWhole(value: string, source: string, whole: string): Word | undefined {
  if (value.length !== source.length) return undefined
  const by = (filter: string): Word => [{ shell: `$(printf %s "${whole}" | ${filter})` }]
  if (value.toLowerCase() === source.toLowerCase())
    return by(value === source.toLowerCase() ? 'tr A-Z a-z' : value === source.toUpperCase() ? 'tr a-z A-Z' : 'swapped')
  const same = [...value].filter((character, index) => character === source[index]).length
  return same > value.length / 2 ? by('rotated') : undefined
}
