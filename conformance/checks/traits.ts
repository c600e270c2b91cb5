// Traits of requests: they set those that fail apart from similar ones that do not.
import { findOperation } from '../catalogue/operations.ts'
import { decodedSegments } from '../catalogue/operation-paths.ts'
import type { Exchange } from '../conclusions/exchange.ts'
import { countPhrase, type Phrase, phrase } from '../conclusions/phrase.ts'
import { isBare, isPrefixed } from '../reading/id-forms.ts'
import { joinWords, type Similar } from './similar.ts'

/**
 * The properties of a request, in words that follow its noun. A parameter has `?` before its name: `'?limit': 'with
 * limit'`. Any other request is without it.
 */
export type Traits = Readonly<Record<string, string | undefined>>

/** The condition of a mistake. */
export interface Condition {
  readonly names: readonly string[]
  /** The names of the traits that all wrong requests have in common. */
  readonly common: readonly string[]
  /** The one or two traits that all wrong requests have, and no right one. */
  readonly holds: string
  /** The traits of the nearest right request in their place. */
  readonly otherwise: string
  /** True if a right request differs from a wrong one in nothing else. */
  readonly isProven: boolean
}

/** The condition that separates wrong requests from right ones; undefined if more than two traits do. */
export function findCondition(wrong: readonly Traits[], right: readonly Traits[]): Condition | undefined {
  const [first = {}] = wrong
  const common = commonTraits(wrong)
  const pairs = common.flatMap((name, index) => common.slice(index + 1).map((other) => [name, other]))
  const names = [...common.map((name) => [name]), ...pairs].find(
    (some) => !right.some((traits) => some.every((name) => traits[name] === first[name])),
  )
  const [nearest] = nearestFirst(right, (traits) => traits, first)
  if (!names || !nearest) return undefined
  const missing = names.filter((name) => nearest[name] !== first[name])
  return {
    names,
    common,
    holds: names.map((name) => first[name]).join(', '),
    otherwise: missing.map((name) => nearest[name] ?? `without ${name.replace('?', '')}`).join(', '),
    isProven: right.some((traits) => wrong.some((other) => differsOnlyIn(names, traits, other))),
  }
}

/** Whether there is a query follows from its parameters, so that either may differ with the other. */
function differsOnlyIn(names: readonly string[], left: Traits, right: Traits): boolean {
  const differing = Object.keys({ ...left, ...right }).filter((name) => left[name] !== right[name])
  const isOfQuery = (name: string): boolean =>
    name === 'query' || (names.includes('query') && (left[name] ?? right[name]) === `with ${name.replace('?', '')}`)
  return differing.every((name) => names.includes(name) || isOfQuery(name))
}

/** The words of a condition. A suggestion by the requests of this run is not stated for every request. */
export const conditionPhrase = ({ holds, isProven }: Condition, noun: 'answer' | 'request'): Phrase =>
  phrase`${noun === 'answer' ? 'in' : 'for'} ${isProven ? phrase`every ${noun}` : phrase`${noun}s`} ${holds}`

/** The names of the traits that all requests have. */
export function commonTraits([first = {}, ...others]: readonly Traits[]): readonly string[] {
  return Object.keys(first).filter(
    (name) => first[name] !== undefined && others.every((traits) => traits[name] === first[name]),
  )
}

/** Items by the number of traits that they lack of a wrong one, from one on. Those that lack different ones alternate. */
export function nearestFirst<T>(items: readonly T[], traitsOf: (item: T) => Traits, wrong: Traits): readonly T[] {
  const missing = (item: T): readonly string[] => {
    const traits = traitsOf(item)
    return Object.keys(wrong).filter((name) => traits[name] !== wrong[name])
  }
  const distance = (item: T): number => Math.max(1, missing(item).length)
  const groups = [...Map.groupBy(items, (item) => missing(item).join()).values()]
  const turns = new Map(groups.flatMap((group) => group.map((item, turn) => [item, turn])))
  return items.toSorted((left, right) => distance(left) - distance(right) || turns.get(left)! - turns.get(right)!)
}

/** The traits of a request. Those of the parameters come first. */
export function exchangeTraits({ request }: Exchange): Traits {
  const { pathname, searchParams } = new URL(request.url)
  const names = Array.from(searchParams.keys(), (name) =>
    name.startsWith('conformance') ? 'an undocumented parameter' : name,
  )
  const segments = decodedSegments(pathname)
  const [scheme] = request.headers['authorization']?.split(' ') ?? []
  return {
    ...Object.fromEntries(names.map((name) => [`?${name}`, `with ${name}`])),
    query: names.length === 0 ? 'without a query' : 'with a query',
    id: segments.some(isPrefixed) ? 'by a prefixed id' : segments.some(isBare) ? 'by a bare id' : undefined,
    accept: `with Accept: ${request.headers['accept'] ?? 'nothing'}`,
    scheme: scheme === undefined ? 'without credentials' : `with ${scheme} credentials`,
  }
}

/** The traits of the right answers of a run and of the wrong ones, each once. */
export class AnswerTraits {
  readonly #all = { right: new Map<string, Traits>(), wrong: new Map<string, Traits>() }

  add(exchange: Exchange, isRight: boolean, others: Traits = {}): void {
    const traits = { ...exchangeTraits(exchange), operation: operationTrait(exchange), ...others }
    this.#all[isRight ? 'right' : 'wrong'].set(JSON.stringify(traits), traits)
  }

  /** The answers of several instances. */
  static of(all: readonly AnswerTraits[]): AnswerTraits {
    const joined = new AnswerTraits()
    for (const side of ['right', 'wrong'] as const)
      for (const traits of all.flatMap((some) => [...some.#all[side].entries()])) joined.#all[side].set(...traits)
    return joined
  }

  /** The traits of answers of the operation of an exchange. */
  #here(side: 'right' | 'wrong', at: Exchange): readonly Traits[] {
    return [...this.#all[side].values()].filter(({ operation }) => operation === operationTrait(at))
  }

  /** The condition of the wrong answers of the operation of an exchange. */
  conditionAt(at: Exchange): Condition | undefined {
    return findCondition(this.#here('wrong', at), this.#here('right', at))
  }

  /** That condition in words, with other answers of the operation and of other operations. */
  contrast(at: Exchange): Pick<Similar, 'condition' | 'beside' | 'alike'> {
    const condition = this.conditionAt(at)
    const isEvery = this.#here('right', at).length === 0 && this.#here('wrong', at).length > 1
    const [right, wrong] = (['right', 'wrong'] as const).map(
      (side) => new Set(Array.from(this.#all[side].values(), ({ operation = '' }) => operation)),
    )
    const operation = operationTrait(at)!
    const elsewhere = [...right!].filter((place) => !wrong!.has(place))
    return {
      condition: condition ? conditionPhrase(condition, 'answer') : isEvery ? phrase`in every answer` : undefined,
      beside: joinWords([
        condition && phrase`answers there ${condition.otherwise}`,
        operationsPhrase(elsewhere, operation),
      ]),
      alike: operationsPhrase(
        [...wrong!].filter((place) => place !== operation),
        operation,
      ),
    }
  }
}

/** The answers of some operations, those of the same part of the API first. */
function operationsPhrase(places: readonly string[], nearest: string): Phrase | undefined {
  const part = (place = '') => place.split('/')[1]
  const isElsewhere = (place: string) => Number(part(place) !== part(nearest))
  const [first, second, ...more] = places.toSorted((left, other) => isElsewhere(left) - isElsewhere(other))
  if (first === undefined) return undefined
  if (second === undefined) return phrase`answers ${first}`
  return more.length === 0
    ? phrase`answers ${first} and ${second}`
    : phrase`answers ${first}, ${second} and of ${countPhrase(more.length, 'other operation')}`
}

/** The documented method and path of a request; empty without an operation. */
export const operationInWords = ({ request: { operation } }: Exchange): string =>
  operation === undefined ? '' : `${findOperation(operation).method} ${findOperation(operation).path}`

/** The place of an operation as a trait. */
const operationTrait = (exchange: Exchange): string | undefined =>
  exchange.request.operation && `of ${operationInWords(exchange)}`
