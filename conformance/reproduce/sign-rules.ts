// The ways in which a fault may show, by what its message says.
import { summary } from '../wire/exchange.ts'
import { givesToken } from './credentials.ts'
import { idsIn } from './decisive.ts'
import { placedValues } from './places.ts'
import { lost, order, records, twice } from './record-rules.ts'
import { sameAnswer } from './same-answer.ts'
import type { Reading, Sign } from './sign.ts'

const later = ({ exchanges, decisive }: Reading) =>
  exchanges.slice(exchanges.indexOf(decisive) + 1).filter(({ request }) => request.method === 'GET')

/** What was refused and done nevertheless shows in a later answer: by the name that was asked for. */
function doneNevertheless(reading: Reading): Sign | undefined {
  const { expected, decisive } = reading
  if (!expected.startsWith('no ') || decisive.response.status < 400 || givesToken(decisive)) return undefined
  const name = /"name":"([^"]+)"/.exec(decisive.request.body ?? '')?.[1]
  const last = later(reading).at(-1)
  if (!last) return undefined
  const id = /\/([0-9A-Za-z]{27})$/.exec(new URL(decisive.request.url).pathname)?.[1]
  if (decisive.request.method === 'DELETE' && id !== undefined)
    return {
      decisive,
      others: [last],
      condition: (numberOf, wordOf, quoted) => `! has ${numberOf(last)} ${quoted(wordOf(id, decisive))}`,
    }
  if (name !== undefined && last.response.text.includes(name))
    return {
      decisive,
      others: [last],
      condition: (numberOf, _wordOf, quoted) => `has ${numberOf(last)} ${quoted([name])}`,
    }
  return {
    decisive,
    others: [last],
    condition: (numberOf, wordOf, quoted) => sameAnswer(last, numberOf(last), wordOf, quoted),
  }
}

/** What was made is on none of the pages that were asked for afterwards. */
function shownNowhere(reading: Reading): Sign | undefined {
  const { got, decisive } = reading
  const id = idsIn(decisive.response.text)[0]
  const others = later(reading)
  if (!got.startsWith('neither shows it') || id === undefined || others.length === 0) return undefined
  return {
    decisive,
    others,
    condition: (numberOf, wordOf, quoted) =>
      `! in_any ${[quoted(wordOf(id, decisive, true)), ...others.map(numberOf)].join(' ')}`,
  }
}

function token({ expected, decisive }: Reading): Sign | undefined {
  if (!expected.startsWith('no access_token') || !givesToken(decisive)) return undefined
  return { decisive, condition: (numberOf) => `has ${numberOf(decisive)} '"access_token"'` }
}

function status(reading: Reading): Sign | undefined {
  const { expected, got, decisive } = reading
  const test = (condition: string): Sign => ({
    decisive,
    condition: (numberOf) => `[ "$(status ${numberOf(decisive)})" ${condition} ]`,
  })
  const own = decisive.response.status
  const wanted = /^(\d{3})\b/.exec(expected)?.[1]
  if (wanted !== undefined && String(own) !== wanted) return test(`-ne ${wanted}`)
  if (got.includes('still works') && own < 300) return test('-lt 300')
  if (got.includes('is refused') && own >= 400) return test('-ge 400')
  const [, there] = /^(\d{3}) there\b/.exec(got) ?? []
  if (there === String(own)) return test(`-eq ${there}`)
  if (!got.includes(summary(decisive))) return undefined
  if (own >= 400 && !expected.includes('in the body')) return refusedEverywhere(reading)
  const isRefusal = /\bnothing\b|^no |\brefused\b/.test(expected)
  return isRefusal && own < 300 ? test('-lt 300') : undefined
}

/** A credential that was refused wherever it was tried. */
function refusedEverywhere({ decisive, exchanges }: Reading): Sign {
  const { authorization } = decisive.request.headers
  const others = exchanges.filter(
    ({ request: { method, headers }, response }) =>
      method === 'GET' &&
      response.status >= 400 &&
      method === decisive.request.method &&
      headers['authorization'] === authorization,
  )
  const all = authorization === undefined || !others.includes(decisive) ? [decisive] : others
  return {
    decisive,
    others: all,
    condition: (numberOf) => all.map((one) => `[ "$(status ${numberOf(one)})" -ge 400 ]`).join(' && '),
  }
}

/** A secret that an answer shows again. */
function again({ got, exchanges }: Reading): Sign | undefined {
  if (!/\bagain\b/.test(got)) return undefined
  for (const made of exchanges.filter(({ request }) => request.method === 'POST')) {
    const after = exchanges.slice(exchanges.indexOf(made) + 1)
    for (const { value } of placedValues(made.response, made.request.url)) {
      const shows =
        value.length < 16
          ? undefined
          : after.find(({ response: { text } }) => text.includes(value) && isSecretly(value))
      if (shows)
        return {
          decisive: shows,
          others: [made],
          condition: (numberOf, wordOf, quoted) => `has ${numberOf(shows)} ${quoted(wordOf(value, shows))}`,
        }
    }
  }
  return undefined
}

/** Whether a text may be a secret: no id, no time, no name with blanks. */
function isSecretly(value: string): boolean {
  return !/^[0-9A-Za-z]{27}$/.test(value) && !/^\d{4}-\d\d-/.test(value) && !/\s|^conformance-/.test(value)
}

/** A header that a message is about. */
function header({ expected, got, decisive }: Reading): Sign | undefined {
  const [, name] = /^(?:JSON with a JSON )?(Content-Type|Allow)\b/.exec(expected) ?? []
  if (name === undefined || !/Allow|Content-Type|\w\/\w/.test(got)) return undefined
  const value = decisive.response.headers[name.toLowerCase()] ?? ''
  return {
    decisive,
    condition: (numberOf, _wordOf, quoted) =>
      `[ "$(header ${numberOf(decisive)} ${name.toLowerCase()})" = ${quoted([value])} ]`,
  }
}

/** In the order in which they are tried. */
export const rules: readonly ((reading: Reading) => Sign | undefined)[] = [
  shownNowhere,
  doneNevertheless,
  token,
  status,
  header,
  again,
  order,
  twice,
  lost,
  records,
]
