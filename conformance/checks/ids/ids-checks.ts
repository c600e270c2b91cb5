import { because } from '../../conclusions/cause.ts'
import { fail, insufficient } from '../../conclusions/conclusion.ts'
import type { RecordKind } from '../../catalogue/operations.ts'
import { type DocumentedRecords, ListPlaces } from '../../reading/documented-answers.ts'
import { isObject, findMember, type Item } from '../../reading/find-list.ts'
import { isSameJson } from '../../reading/same-json.ts'
import { idPrefix, isBare, isPrefixed } from '../../reading/id-forms.ts'
import type { DeclaredCheck, Observer } from '../../judge/define-check.ts'
import { type Exchange, toEvidence } from '../../conclusions/exchange.ts'
import { factExchanges, type Fact } from '../../conclusions/fact.ts'
import { countPhrase, json, jsonPhrase, type Phrase, phrase } from '../../conclusions/phrase.ts'
import { documentedEndpoints } from '../documented-endpoints.ts'
import {
  conditionPhrase,
  DistinctTraits,
  exchangeTraits,
  findCondition,
  operationTrait,
  rightOperations,
  type Traits,
} from '../traits.ts'

/** The fault of a record. */
interface Problem {
  readonly got: Phrase
  readonly symptom?: Phrase
  readonly remedy?: Phrase
  readonly fact: Fact
  /** The records with a wrong id, in words: a later answer may show one of them with another id. */
  readonly suspects?: readonly { readonly record: Item; readonly what: Phrase; readonly page: readonly Item[] }[]
  /** The place of the wrong record in its list. */
  readonly place?: Place
}

interface Place {
  readonly index: number
  readonly count: number
}

/** A wrong record in an answer: its other members, and its place. */
interface Sighting extends Place {
  readonly record: string
}

/** A suspect with another id in a later answer. */
interface OtherId {
  readonly what: Phrase
  readonly id: string
  readonly place: Phrase | ''
  readonly exchange: Exchange
}

/** The path and the query of a request; only the query if another request has the same path. */
function pathOf({ request }: Exchange, other?: Exchange): string {
  const { pathname, search } = new URL(request.url)
  return search !== '' && other && new URL(other.request.url).pathname === pathname ? search : `${pathname}${search}`
}

const otherMembers = (item: Item): string => JSON.stringify({ ...item, id: undefined })

/** The most characters in which an id may differ from its wrong form. */
const mostWrong = 2

/** Returns true if a text is a wrong form of an id: nearly all characters of the id are at its beginning and its end. */
function isFormOf(text: string, id: string): boolean {
  const [form, right] = [text, id].map((value) => Array.from(value.toLowerCase())) as [string[], string[]]
  const begin = right.findIndex((character, index) => character !== form[index])
  if (begin < 0) return true
  const end = right.toReversed().findIndex((character, index) => character !== form.at(-1 - index))
  return end < 0 || begin + end >= right.length - mostWrong
}

/** The suspect that an answer shows with another id, if only one of its records has the same other members. */
function findOtherId(problem: Problem, records: readonly Item[], exchange: Exchange): OtherId | undefined {
  for (const { record, what, page } of problem.suspects ?? []) {
    const same = records.filter((other) => otherMembers(other) === otherMembers(record))
    const [{ id } = record] = same
    if (same.length !== 1 || typeof id !== 'string' || id === record['id'] || !isBare(id)) continue
    // Another record may have the same name.
    const wrong = record['id']
    if (page.some((other) => other['id'] === id)) continue
    if (typeof wrong !== 'string' || (!isBare(wrong) && !isFormOf(wrong, id))) continue
    const place = records.length > 1 ? phrase`, as record ${records.indexOf(same[0]!) + 1} of ${records.length}` : ''
    return { what, id, place, exchange }
  }
  return undefined
}

/** The wrong records of several answers: one record wherever it stands, or those at one place. */
function placesPhrase(sightings: readonly Sighting[]): Phrase | '' {
  const differs = (name: keyof Sighting) => new Set(sightings.map((sighting) => sighting[name])).size > 1
  const answers = phrase`; in all ${sightings.length} such answers it is`
  if (!differs('record')) return differs('index') ? phrase`${answers} the same record` : ''
  // A short list does not tell the first place from the last one.
  const [{ index, count }] = sightings.toSorted((left, right) => right.count - left.count) as [Sighting]
  const isOnePlace = !differs('index') || sightings.every((other) => other.index === other.count - 1)
  return isOnePlace ? phrase`${answers} ${recordPhrase(index, count)}, and not the same one` : ''
}

/** An observer that looks at the records of every documented answer, and fails for the first problem. */
function watchRecords(
  expected: Phrase,
  problemOf: (answered: DocumentedRecords, exchange: Exchange) => Problem | undefined,
): Observer {
  let problem: Problem | undefined
  let otherId: OtherId | undefined
  let seen = 0
  const sightings = new Map<string, Sighting>()
  const places = new ListPlaces()
  const evidence: Exchange[] = []
  const wrong = new DistinctTraits()
  const right = new DistinctTraits()
  return {
    evidence,
    record(exchange) {
      const answered = places.read(exchange)
      if (!answered) return
      seen += answered.records.length
      if (answered.records.length === 0) return
      if (problem) otherId ??= findOtherId(problem, answered.records, exchange)
      const found = problemOf(answered, exchange)
      const answers = found ? wrong : right
      answers.add({ ...exchangeTraits(exchange), operation: operationTrait(exchange) })
      if (!found) return
      const record = found.place && answered.records[found.place.index]
      if (found.place && record && (!problem || exchange.request.operation === problem.fact.at.request.operation))
        sightings.set(exchange.request.url, { ...found.place, record: otherMembers(record) })
      // A list shows the place of the record. An answer with one record does not.
      const isClearer =
        problem?.fact.at.request.operation === exchange.request.operation &&
        (problem?.place?.count ?? 2) < 2 &&
        (found.place?.count ?? 0) > 1
      if (problem && !isClearer) return
      problem = found
      evidence.splice(0)
      evidence.push(...factExchanges(found.fact))
    },
    conclude() {
      if (problem) {
        const { got, fact, symptom, remedy } = problem
        const isHere = ({ operation }: Traits): boolean => operation === operationTrait(fact.at)
        const [wrongHere, rightHere] = [wrong, right].map(({ all }) => all.filter(isHere))
        const condition = findCondition(wrongHere!, rightHere!)
        const isEvery = rightHere!.length === 0 && wrongHere!.length > 1
        const elsewhere = rightOperations(wrong.all, right.all)
        const beside = [condition && phrase`answers there ${condition.otherwise}`, elsewhere].filter(
          (words) => words !== undefined,
        )
        fail({
          expected,
          got: phrase`${got} at ${fact.at.request.method} ${pathOf(fact.at)}${placesPhrase([...sightings.values()])}${otherId ? phrase`; ${otherId.what} has the id ${otherId.id}${otherId.place} at ${pathOf(otherId.exchange, fact.at)}` : ''}`,
          fact,
          symptom,
          remedy: remedy && otherId ? phrase`${remedy} Send the same id for a record in every answer.` : remedy,
          condition: condition ? conditionPhrase(condition, 'answer') : isEvery ? phrase`in every answer` : undefined,
          ...(beside.length > 0 && { beside: phrase`${{ list: beside, between: '; ' }}` }),
        })
      }
      if (seen === 0) insufficient(because.data, phrase`no documented endpoint answered with a record`)
      return { remark: countPhrase(seen, 'record') }
    },
  }
}

/** The ids of the platform in a record, with their members: its own, and members whose names end in id or ids. */
function idMembers(record: unknown, depth = 3): readonly (readonly [name: string, id: string])[] {
  if (Array.isArray(record)) return depth === 0 ? [] : record.flatMap((item) => idMembers(item, depth - 1))
  if (!isObject(record) || depth === 0) return []
  return Object.entries(record).flatMap(([name, value]) =>
    typeof value === 'string'
      ? /^id$|_id$|Id$|_ids$|Ids$/.test(name)
        ? [[name, value] as const]
        : []
      : Array.isArray(value) && /_ids$|Ids$/.test(name)
        ? value.filter((element) => typeof element === 'string').map((element) => [name, element] as const)
        : idMembers(value, depth - 1),
  )
}

interface KnownRecord {
  readonly kind: RecordKind
  readonly name: unknown
  /** The last answer that showed the record. */
  readonly foundBy: Exchange
}

/**
 * Returns true if two records with one id are different records: of different kinds and with different names, or
 * without names. The specification does not define resources: they may be records of the other kinds.
 */
function isAnother(record: KnownRecord, other: KnownRecord): boolean {
  if (record.kind === other.kind) return false
  if (typeof record.name === 'string' && typeof other.name === 'string') return record.name !== other.name
  return record.kind !== 'resource' && other.kind !== 'resource'
}

const describeRecord = ({ kind, name }: KnownRecord): Phrase =>
  typeof name === 'string' ? phrase`${kind} ${json(name)}` : phrase`${kind}`

/** The most members that two records differ in, by name. */
const mostDiffering = 4

/** One id on two records of a page: one record twice, or two that differ. */
function repeatedOnPage(
  id: string,
  records: readonly Item[],
  [first, second]: readonly [number, number],
): Omit<Problem, 'fact'> {
  const [earlier, later] = [records[first]!, records[second]!]
  const differing = Object.keys({ ...earlier, ...later }).filter((name) => !isSameJson(earlier[name], later[name]))
  const where = phrase`records ${first + 1} and ${second + 1} of ${records.length}`
  if (differing.length === 0)
    return {
      got: phrase`one record twice, as ${where}, with the id ${id}`,
      symptom: phrase`a record twice in one list`,
      remedy: phrase`Show each record once.`,
    }
  const names = differing.slice(0, mostDiffering)
  return {
    got: phrase`the id ${id} on ${where}, which differ in ${{ list: names }}${differing.length > names.length ? phrase` and more` : ''}`,
    symptom: phrase`the same id on two records of a list`,
    remedy: phrase`Send each record with its own id.`,
    suspects: [second, first].map((index) => ({
      record: records[index]!,
      what: phrase`record ${index + 1}`,
      page: records,
    })),
  }
}

/** An observer for one id of two records: twice on a page, or in two collections with different names. */
function watchUnique(): Observer {
  const known = new Map<string, KnownRecord>()
  const created = new Map<string, Exchange>()
  return watchRecords(phrase`one record for each id`, ({ kind, records, list }, at) => {
    const foundBy = toEvidence(at)
    const onPage = new Map<string, number>()
    const repeated = (id: string, pages: readonly Exchange[]): Fact => ({ kind: 'repeated', id, pages, at })
    for (const [index, record] of records.entries()) {
      const id = record['id']
      if (typeof id !== 'string') continue
      const before = onPage.get(id)
      if (before !== undefined) return { ...repeatedOnPage(id, records, [before, index]), fact: repeated(id, [at]) }
      if (list) onPage.set(id, index)
      // The specification does not show the effect of creating a group.
      if (at.request.operation === 'access-tokens.create') {
        const earlier = created.get(id)
        if (earlier)
          return {
            got: phrase`the id ${id} for a new ${kind}, which an earlier one has`,
            fact: repeated(id, [earlier, at]),
          }
        created.set(id, foundBy)
      }
      const earlier = known.get(id)
      const found: KnownRecord = { kind, name: findMember(record, 'name'), foundBy }
      if (earlier && isAnother(earlier, found))
        return {
          got: phrase`the id ${id} for the ${describeRecord(earlier)} and the ${describeRecord(found)}`,
          symptom: phrase`the same id for a ${earlier.kind} and a ${found.kind}`,
          remedy: phrase`Use one id generator for all kinds of objects.`,
          fact: repeated(id, [earlier.foundBy, at]),
        }
      known.set(id, found)
    }
    return undefined
  })
}

/** The place of a record with a malformed id in a list of several, if all others have right ids. */
function placePhrase(
  index: number,
  records: readonly Item[],
  isRight = ({ id }: Item) => typeof id === 'string' && isBare(id),
): Phrase | '' {
  if (records.length < 2 || records.filter((record) => !isRight(record)).length > 1) return ''
  if (index > 0 && index < records.length - 1) return phrase`only record ${index + 1} of ${records.length}`
  return phrase`only the ${index === 0 ? 'first' : 'last'} of ${records.length} records`
}

/** The characters of a bare id. */
const bareLength = 27

/** The most characters of a record without an id. */
const shownCharacters = 60

/** The form of a wrong id, and the remedy for it. */
function wrongForm(id: unknown): { readonly what: Phrase; readonly remedy: Phrase } {
  if (id === undefined) return { what: phrase`no id`, remedy: phrase`Send the id of every record.` }
  if (typeof id !== 'string')
    return { what: phrase`an id that is not a string`, remedy: phrase`Send the id as a string.` }
  const isEnd = id.length > bareLength && isBare(id.trim())
  const [wrong] = isEnd ? id.replace(id.trim(), '') : id.replaceAll(/[A-Za-z0-9]/g, '')
  if (wrong === undefined || (id.length !== bareLength && !isEnd))
    return {
      what: phrase`an id of ${countPhrase(id.length, 'character')}`,
      remedy: phrase`Send the bare id of ${bareLength} characters.`,
    }
  const what = wrong === '\n' ? phrase`a line break` : json(wrong)
  const where = isEnd ? (id.startsWith(wrong) ? phrase` at its beginning` : phrase` at its end`) : ''
  return {
    what: phrase`an id with ${what}${where}`,
    remedy: phrase`Send the id without ${what}: it has only characters from A-Z, a-z and 0-9.`,
  }
}

/** A record of a list by its place. */
const recordPhrase = (index: number, count: number): Phrase =>
  index > 0 && index < count - 1 ? phrase`record ${index + 1}` : phrase`the ${index === 0 ? 'first' : 'last'} record`

/** The ids in every answer of a documented endpoint (clause 2.1). */
export const idChecks: readonly DeclaredCheck[] = [
  {
    id: 'ids.grammar.answers',
    reads: documentedEndpoints,
    description:
      'Reads every answer of a documented endpoint: the member id of each record is a string of 27 characters from A-Z, a-z and 0-9.',
    observe: () =>
      watchRecords(phrase`ids of 27 characters from A-Z, a-z and 0-9`, ({ kind, records, list }, at) => {
        for (const [index, record] of records.entries()) {
          const id = record['id']
          // A missing id of an environment is a fault of environments.fields.
          if (id === undefined && (!list || kind === 'environment')) continue
          if (typeof id === 'string' && (isBare(id) || isPrefixed(id))) continue
          const form = wrongForm(id)
          const only = list ? placePhrase(index, records) : ''
          const isLong = typeof id === 'string' && id.length !== bareLength
          const notes = [...(isLong ? [countPhrase(id.length, 'character')] : []), ...(only === '' ? [] : [only])]
          return {
            got:
              id === undefined
                ? phrase`no id for record ${index + 1} of ${records.length} (${kind} ${{ json: record, most: shownCharacters }})`
                : phrase`${jsonPhrase(id)}${notes.length > 0 ? phrase` (${{ list: notes }})` : ''}`,
            symptom: only === '' ? form.what : phrase`${form.what} in ${recordPhrase(index, records.length)}`,
            remedy: form.remedy,
            suspects: [{ record, what: phrase`the same record`, page: records }],
            ...(list && { place: { index, count: records.length } }),
            fact:
              typeof id === 'string'
                ? { kind: 'present', ids: [id], members: ['id'], at }
                : { kind: 'body', members: ['id'], at },
          }
        }
        return undefined
      }),
  },
  {
    id: 'ids.unique.answers',
    reads: documentedEndpoints,
    description:
      'Reads every answer of a documented endpoint: no id is repeated on a page, for two kinds of record (with different names, if they show names), or for two new tokens.',
    observe: watchUnique,
  },
  {
    id: 'ids.never-prefixed.answers',
    reads: documentedEndpoints,
    description:
      'Reads every answer of a documented endpoint: no member that is named id, or ends in id, has a prefix.',
    observe: () =>
      watchRecords(phrase`ids without a prefix`, ({ records, list }, at) => {
        const prefixed = (record: Item) => idMembers(record).find(([, id]) => isPrefixed(id))
        const index = records.findIndex((record) => prefixed(record) !== undefined)
        if (index < 0) return undefined
        const [name, id] = prefixed(records[index]!)!
        const place = list ? placePhrase(index, records, (record) => prefixed(record) === undefined) : ''
        const where = place === '' ? name : phrase`${name} of ${recordPhrase(index, records.length)}`
        return {
          got: phrase`${name} ${id}${place === '' ? '' : phrase`, ${place}`}`,
          fact: { kind: 'present', ids: [id], members: [name], at },
          ...(list && { place: { index, count: records.length } }),
          symptom: phrase`prefixed id ${idPrefix(id)}… in ${where}`,
        }
      }),
  },
]
