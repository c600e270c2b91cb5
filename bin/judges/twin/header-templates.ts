// The values of a twin's headers: templates that the values of its service fit. No value of a record is in them.
import { splitCookies } from '../../../conformance/conclusions/cookies-in.ts'
import type { Exchange } from '../../../conformance/conclusions/exchange.ts'
import { wordOrMadeUp } from '../../../conformance/learn/template.ts'

type Headers = Readonly<Record<string, string>>

/** The answer of a service, and the rate limit that its twin announced. */
interface HeaderPair {
  readonly exchange: Exchange | undefined
  readonly limit: string | undefined
}

/** The templates of headers. */
export interface HeaderTemplates {
  /** @param header A name as in the shape of an answer, and the headers of an answer that has it. */
  readonly of: (header: string, headers: Headers) => string
}

/** Makes the templates of headers from the values in all answers. */
export function headerTemplates(pairs: readonly HeaderPair[]): HeaderTemplates {
  const answers = pairs.flatMap(({ exchange }) => (exchange ? [exchange.response.headers] : []))
  const limit = pairs.find((pair) => pair.limit !== undefined)?.limit
  const known = new Map<string, string>()
  return {
    of: (header, headers) => {
      const [name = '', cookie] = header.split(' ')
      const value = headers[name] ?? ''
      if (cookie !== undefined) return cookieTemplate(cookie, value)
      if (ofPolicy.test(name) && /^[\x20-\x7E]{1,300}$/.test(value)) return value.replaceAll('$', '$$$$')
      let template = known.get(name)
      if (template === undefined) {
        const values = answers.flatMap((answer) => (answer[name] === undefined ? [] : [answer[name]]))
        known.set(name, (template = headerTemplate(name, values, limit)))
      }
      return template
    },
  }
}

/** Headers whose values express a policy of the service, and no secret of a record. */
const ofPolicy =
  /^(?:cache-control|pragma|expires|www-authenticate|content-language|content-security-policy|cross-origin-.*|permissions-policy|referrer-policy|strict-transport-security|x-content-type-options|x-frame-options|x-robots-tag|deprecation|sunset)$/

function headerTemplate(name: string, values: readonly string[], limit: string | undefined): string {
  const [first = ''] = values
  const all = (pattern: RegExp) => values.every((value) => pattern.test(value))
  if (name === 'etag') return first.startsWith('W/') ? 'W/"$hash"' : '"$hash"'
  if (all(/^\w{3}, \d\d \w{3} \d{4} [\d:]{8} GMT$/)) return '$date'
  if (all(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)) return '$time'
  if (all(/^\d{1,15}$/)) return numberTemplate(name, values.map(Number), limit)
  if (isUnique(values) && all(/^(?=.*\d)[\w.:/=+-]{3,200}$/) && !all(/^\d*\.\d+$/)) return '$requestId'
  return sameShape(first)
}

function numberTemplate(name: string, values: readonly number[], limit: string | undefined): string {
  const [first = 0] = values
  const text = String(first)
  if (limit === undefined) return sameShape(text)
  if (values.every((value) => value === Number(limit))) return limit
  if (/reset/.test(name)) return first > 1e9 ? '$resetAt' : '$reset'
  const rises = values.filter((value, index) => index > 0 && value > values[index - 1]!)
  const countsDown = values.every((value) => value <= Number(limit)) && rises.length * 10 < values.length
  return countsDown && new Set(values).size > 2 ? '$remaining' : sameShape(text)
}

const isUnique = (values: readonly string[]): boolean => values.length > 1 && new Set(values).size === values.length

/** The value of a cookie with the attributes that hold at any address. */
function cookieTemplate(name: string, header: string): string {
  const cookie = splitCookies(header).find((entry) => entry.startsWith(`${name}=`)) ?? ''
  const [value = '', ...attributes] = cookie.slice(name.length + 1).split(/\s*;\s*/)
  const kept = attributes.filter((attribute) =>
    /^(?:path=\/|httponly|secure|partitioned|max-age=-?\d{1,10}|samesite=(?:lax|strict|none))$/i.test(attribute),
  )
  return [sameShape(value), ...kept].join('; ')
}

/** A short word of a program as it is; any other text made up, in the same shape. */
function sameShape(text: string): string {
  if (wordOrMadeUp(text) === text) return text
  return text
    .slice(0, 200)
    .replaceAll(/[a-z]/g, 'x')
    .replaceAll(/[A-Z]/g, 'X')
    .replaceAll(/[1-9]/g, '1')
    .replaceAll(/[^\x20-\x7E]/g, 'x')
    .replaceAll('$', '$$$$')
}
