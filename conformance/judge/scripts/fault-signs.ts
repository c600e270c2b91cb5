// The conditions, in the shell, by which answers show a fact. By default, the fault shows as the same answer as the kit
// got.
import { segmentsOf } from '../../catalogue/operation-paths.ts'
import type { Exchange } from '../../conclusions/exchange.ts'
import type { Fact, FactKind } from '../../conclusions/fact.ts'
import { placedValues } from './value-places.ts'
import { scriptedIds, sameAnswer, sameLink } from './same-answer.ts'
import type { Quote, Word } from './shell-words.ts'

/** Returns a text of an answer as the script writes it, from an earlier answer if it came from there. */
export type WordOf = (text: string, exchange: Exchange, isAfter?: boolean) => Word

/** The sign of a fault. */
export interface Sign {
  /** The deciding exchange. */
  readonly decisive: Exchange
  /** Other exchanges that the condition reads. */
  readonly others?: readonly Exchange[]
  /** A condition of the shell that is true when the fault shows. */
  readonly condition: (numberOf: (exchange: Exchange) => number, wordOf: WordOf, quoted: Quote) => string
}

/** A fact of one kind, with all exchanges of its check, in order. */
interface Seen<Kind extends FactKind = FactKind> {
  readonly fact: Extract<Fact, { readonly kind: Kind }>
  readonly decisive: Exchange
  readonly exchanges: readonly Exchange[]
  /** An exchange of the fact, as it is among the sent ones. */
  readonly sent: (exchange: Exchange) => Exchange
}

type ToSign<Kind extends FactKind> = (seen: Seen<Kind>) => Sign

/** The sign of a failure. */
export function signOfFact(fact: Fact, exchanges: readonly Exchange[]): Sign {
  const sent = (exchange: Exchange): Exchange =>
    exchanges.find(({ request }) => request === exchange.request) ?? exchange
  const toSign = signs[fact.kind] as ToSign<FactKind>
  return toSign({ fact, decisive: sent(fact.at), exchanges, sent })
}

const signs: { readonly [Kind in FactKind]: ToSign<Kind> } = {
  status({ fact: { wanted }, decisive, exchanges }) {
    const { status } = decisive.response
    if (typeof wanted === 'number') return statusTest(decisive, `-ne ${wanted}`)
    if (wanted === 'refusal') return status < 300 ? statusTest(decisive, '-lt 300') : same(decisive)
    if (status >= 400) return refusedEverywhere(decisive, exchanges)
    return status >= 300 ? statusTest(decisive, '-ge 300') : same(decisive)
  },

  credential({ fact: { works }, decisive }) {
    const { status } = decisive.response
    if (works) return status < 300 ? statusTest(decisive, '-lt 300') : same(decisive)
    return status >= 400 ? statusTest(decisive, '-ge 400') : same(decisive)
  },

  header: ({ fact: { name }, decisive }) => ({
    decisive,
    condition: (numberOf, _wordOf, quoted) =>
      `[ "$(header ${numberOf(decisive)} ${name})" = ${quoted([decisive.response.headers[name] ?? ''])} ]`,
  }),

  link({ fact: { from }, decisive, sent }) {
    if (!from) return same(decisive)
    const leads = sent(from)
    return {
      decisive,
      others: [leads],
      condition: (numberOf, wordOf, quoted) =>
        [sameLink(leads, numberOf(leads), quoted), sameAnswer(decisive, numberOf(decisive), wordOf, quoted)].join(
          ' && ',
        ),
    }
  },

  body({ fact: { ids, lacks = [] }, decisive, exchanges }) {
    const { status, text, length } = decisive.response
    // A word that the body lacks may be a part of another one that it has.
    if (lacks.length > 0 && length === undefined && lacks.every((word) => !text.includes(word)))
      return {
        decisive,
        condition: (numberOf, _wordOf, quoted) => {
          const lacking = lacks.map((word) => `! has ${numberOf(decisive)} ${quoted([word])}`)
          return `[ "$(status ${numberOf(decisive)})" -eq ${status} ] && { ${lacking.join(' || ')}; }`
        },
      }
    const about = ids ?? (decisive.request.method === 'GET' ? writtenBefore(decisive, exchanges) : [])
    return {
      decisive,
      condition: (numberOf, wordOf, quoted) => sameAnswer(decisive, numberOf(decisive), wordOf, quoted, about),
    }
  },

  present({ fact: { ids }, decisive }) {
    const present = ids.filter((id) => decisive.response.text.includes(id)).slice(0, mostIds)
    const prefix = /^[a-z]{3}_/.exec(present[0] ?? '')?.[0]
    if (present.length === 0) return same(decisive)
    if (prefix !== undefined)
      return {
        decisive,
        condition: (numberOf) =>
          scriptedIds(decisive.response.text).includes(present[0]!)
            ? `members ${numberOf(decisive)} id | grep -q '^${prefix}'`
            : `has ${numberOf(decisive)} '"${prefix}'`,
      }
    return {
      decisive,
      condition: (numberOf, wordOf, quoted) =>
        present
          .map((id) => {
            const reads = scriptedIds(decisive.response.text).includes(id) ? 'lists' : 'has'
            return `${reads} ${numberOf(decisive)} ${quoted(wordOf(id, decisive))}`
          })
          .join(' && '),
    }
  },

  missing({ fact: { ids, pages, foundOn }, decisive, exchanges, sent }) {
    const all = ids.slice(0, mostIds)
    if (all.length === 0) return same(decisive)
    if (foundOn) return foundLater(all, sent(foundOn), exchanges, pages?.map(sent))
    const others =
      pages?.map(sent) ??
      exchanges.filter((other) => isSameList(other, decisive) && isSameLimit(other, decisive) && lacksAll(other, all))
    const looked = others.includes(decisive) ? others : [...others, decisive]
    return {
      decisive,
      others: looked,
      condition: (numberOf, wordOf, quoted) =>
        all
          .map((id) => `! in_any ${[quoted(wordOf(id, decisive, true)), ...looked.map(numberOf)].join(' ')}`)
          .join(' && '),
    }
  },

  count: ({ decisive }) => same(decisive),

  order({ fact: { first, second, byCreation }, decisive, exchanges }) {
    if (!byCreation)
      return {
        decisive,
        condition: (numberOf, _wordOf, quoted) =>
          `follows ${numberOf(decisive)} ${quoted([second])} ${quoted([first])}`,
      }
    // The second was made later, and its id is below that of the first.
    const shows = exchanges.find(({ response }) => scriptedIds(response.text).includes(second)) ?? decisive
    const index = scriptedIds(shows.response.text).indexOf(second) + 1
    if (index === 0) return same(decisive)
    return {
      decisive: shows,
      condition: (numberOf, wordOf, quoted) =>
        `is_below "$(members ${numberOf(shows)} id | sed -n ${index}p)" ${quoted(wordOf(first, shows))}`,
    }
  },

  repeated({ fact: { id, pages }, decisive, exchanges, sent }) {
    const alike = exchanges.filter((other) => isSameList(other, decisive) && isSameLimit(other, decisive))
    const others = pages?.map(sent) ?? alike
    return {
      decisive,
      others,
      condition: (numberOf, wordOf, quoted) =>
        `[ "$(count_of ${quoted(['"', ...wordOf(id, decisive), '"'])} ${others.map(numberOf).join(' ')})" -gt 1 ]`,
    }
  },

  token: ({ decisive }) => ({
    decisive,
    condition: (numberOf) => `has ${numberOf(decisive)} '"access_token"'`,
  }),

  secret({ fact: { value, made }, decisive, sent }) {
    return {
      decisive,
      ...(made ? { others: [sent(made)] } : {}),
      condition: (numberOf, wordOf, quoted) => `has ${numberOf(decisive)} ${quoted(wordOf(value, decisive))}`,
    }
  },

  effect({ fact: { after, gone, there }, decisive, sent }) {
    const last = sent(after)
    return {
      decisive,
      others: [last],
      condition: (numberOf, wordOf, quoted) =>
        gone !== undefined
          ? `! has ${numberOf(last)} ${quoted(wordOf(gone, decisive))}`
          : there !== undefined
            ? `has ${numberOf(last)} ${quoted([there])}`
            : sameAnswer(last, numberOf(last), wordOf, quoted),
    }
  },

  alike: ({ fact: { other }, decisive, sent }) => both(sent(other), decisive),

  different: ({ fact: { other }, decisive, sent }) => both(sent(other), decisive),
}

/** The most ids in one condition. */
const mostIds = 3

function statusTest(decisive: Exchange, test: string): Sign {
  return { decisive, condition: (numberOf) => `[ "$(status ${numberOf(decisive)})" ${test} ]` }
}

/** A sign: the same answer as the kit got. */
function same(decisive: Exchange): Sign {
  return {
    decisive,
    condition: (numberOf, wordOf, quoted) => sameAnswer(decisive, numberOf(decisive), wordOf, quoted),
  }
}

/** A sign: the same two answers as the kit got. */
function both(other: Exchange, decisive: Exchange): Sign {
  return {
    decisive,
    others: [other],
    condition: (numberOf, wordOf, quoted) =>
      [other, decisive].map((exchange) => sameAnswer(exchange, numberOf(exchange), wordOf, quoted)).join(' && '),
  }
}

/** A credential that was refused wherever it was tried. */
function refusedEverywhere(decisive: Exchange, exchanges: readonly Exchange[]): Sign {
  const { authorization } = decisive.request.headers
  const refused = exchanges.filter(
    ({ request: { method, headers }, response }) =>
      method === 'GET' &&
      response.status >= 400 &&
      method === decisive.request.method &&
      headers['authorization'] === authorization,
  )
  const all = authorization === undefined || !refused.includes(decisive) ? [decisive] : refused
  return {
    decisive,
    others: all,
    condition: (numberOf) => all.map((refusal) => `[ "$(status ${numberOf(refusal)})" -ge 400 ]`).join(' && '),
  }
}

/**
 * Records that come too late: they are on a page, and were not on the pages before.
 * @param pages Those pages, as far as they are known. The links that lead to them may have parameters of their own.
 */
function foundLater(
  ids: readonly string[],
  found: Exchange,
  exchanges: readonly Exchange[],
  pages: readonly Exchange[] = [],
): Sign {
  const isBefore = (other: Exchange) => pages.includes(other) || isSameList(other, found)
  const others = [...new Set([...pages, ...exchanges])].filter(
    (other) => other !== found && isBefore(other) && lacksAll(other, ids),
  )
  return {
    decisive: found,
    others,
    condition: (numberOf, _wordOf, quoted) =>
      ids
        .flatMap((id) => [
          `lists ${numberOf(found)} ${quoted([id])}`,
          ...others.map((other) => `! lists ${numberOf(other)} ${quoted([id])}`),
        ])
        .join(' && '),
  }
}

function lacksAll({ response }: Exchange, ids: readonly string[]): boolean {
  return !ids.some((id) => response.text.includes(id))
}

/** The records that the check wrote before the decisive exchange and that it shows: other data may change meanwhile. */
function writtenBefore(decisive: Exchange, exchanges: readonly Exchange[]): readonly string[] {
  const ids = exchanges
    .slice(0, exchanges.indexOf(decisive))
    .filter(({ request: { method } }) => method === 'POST' || method === 'PUT')
    .flatMap(({ request, response }) => [
      segmentsOf(new URL(request.url).pathname).at(-1) ?? '',
      placedValues(response, request.url).find(({ place }) => place.name === 'id')?.value ?? '',
    ])
  return [...new Set(ids)].filter((id) => id.length === 27 && decisive.response.text.includes(`"${id}"`))
}

const paging = ['limit', 'starting_after', 'ending_before', 'cursor']

/** Returns true if two requests ask for the same list, at any page. */
function isSameList(left: Exchange, right: Exchange): boolean {
  const withoutPaging = ({ request: { method, url } }: Exchange) => {
    const address = new URL(url)
    for (const name of paging) address.searchParams.delete(name)
    return `${method} ${address.href}`
  }
  return withoutPaging(left) === withoutPaging(right)
}

/** Returns true if two requests ask for pages of the same size. */
function isSameLimit(left: Exchange, right: Exchange): boolean {
  const limit = ({ request }: Exchange) => new URL(request.url).searchParams.get('limit')
  return limit(left) === limit(right)
}
