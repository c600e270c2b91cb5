// What in the answers shows a fault, as a condition of the shell. It is read from the message of the failure and from
// the answers behind it. Where nothing more telling is found, the fault shows as the same answer as the kit got.
import type { Exchange } from '../wire/exchange.ts'
import { decisiveOf, type Known, saidIn } from './decisive.ts'
import { idMembers, recordOf, sameAnswer, sameLink } from './same-answer.ts'
import { rules } from './sign-rules.ts'
import type { Reading, Sign } from './sign.ts'

/** The sign of a failure. */
export function signOf(message: string, exchanges: readonly Exchange[], known: Known): Sign | undefined {
  const decisive = decisiveOf(message, exchanges, known)
  if (!decisive) return undefined
  const reading = { ...saidIn(message), decisive, exchanges }
  for (const rule of rules) {
    const sign = rule(reading)
    if (sign) return sign
  }
  const about = decisive.request.method === 'GET' ? recordsMeant(reading) : []
  const leads = /rel=/.test(message) ? pageBefore(reading) : undefined
  const other = /answers \(/.test(reading.expected) ? siblingOf(reading) : undefined
  return {
    decisive,
    others: [leads, other].filter((one) => one !== undefined),
    condition: (numberOf, wordOf, quoted) =>
      [
        ...(leads ? [sameLink(leads, numberOf(leads), quoted)] : []),
        ...(other ? [sameAnswer(other, numberOf(other), wordOf, quoted)] : []),
        sameAnswer(decisive, numberOf(decisive), wordOf, quoted, about),
      ].join(' && '),
  }
}

/** Of the records that the check wrote those with the value that the message shows, or else all. */
function recordsMeant(reading: Reading): readonly string[] {
  const ids = writtenBefore(reading)
  const value = /^(?:\[.*?\]|"[^"]*")/.exec(reading.got)?.[0]
  if (value === undefined) return ids
  const meant = ids.filter((id) => recordOf(reading.decisive.response.text, id)?.includes(value))
  return meant.length > 0 ? meant : ids
}

/** The records that the check wrote before the decisive exchange, which has them: other data may change meanwhile. */
function writtenBefore({ decisive, exchanges }: Reading): readonly string[] {
  const ids = exchanges
    .slice(0, exchanges.indexOf(decisive))
    .filter(({ request: { method } }) => /^(?:POST|PUT)$/.test(method))
    .flatMap(({ request, response }) => [
      /\/([0-9A-Za-z]{27})$/.exec(new URL(request.url).pathname)?.[1] ?? '',
      idMembers(response.text)[0] ?? '',
    ])
  return [...new Set(ids)].filter((id) => id !== '' && decisive.response.text.includes(`"${id}"`))
}

/** The last answer before at the same path, with which the decisive one is compared. */
function siblingOf({ decisive, exchanges }: Reading): Exchange | undefined {
  const { pathname } = new URL(decisive.request.url)
  return exchanges
    .slice(0, exchanges.indexOf(decisive))
    .findLast(({ request: { url } }) => url !== decisive.request.url && new URL(url).pathname === pathname)
}

/** The page whose Link header leads to the decisive one. */
function pageBefore({ decisive, exchanges }: Reading): Exchange | undefined {
  const { pathname, search } = new URL(decisive.request.url)
  return exchanges
    .slice(0, exchanges.indexOf(decisive))
    .findLast(({ response }) => search !== '' && response.headers['link']?.includes(`${pathname}${search}`))
}
