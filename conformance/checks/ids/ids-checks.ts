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
import { AnswerTraits } from '../traits.ts'

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
interface WrongRecord extends Place {
  readonly record: string
}

/** The path and the query of a request; only the query if another request has the same path. */
function pathOf({ request }: Exchange, other?: Exchange): string {
  const { pathname, search } = new URL(request.url)
  return search !== '' && other && new URL(other.request.url).pathname === pathname ? search : `${pathname}${search}`
}

const otherMembers = (item: Item): string => JSON.stringify({ ...item, id: undefined })

/** The characters of a bare id. */
const bareLength = 27

/** Returns true if a text is a wrong form of an id: its first or its last half is that of the id. */
function isFormOf(text: string, id: string): boolean {
  const [form, right] = [text.trim().toLowerCase(), id.toLowerCase()]
  const half = bareLength >> 1
  return right.startsWith(form.slice(0, half)) || right.endsWith(form.slice(-half))
}

/** The id of a suspect in a later answer, if that shows another one and only one of its records has the same members. */
function otherIdPhrase({ suspects = [], fact }: Problem, records: readonly Item[], at: Exchange): Phrase | undefined {
  for (const { record, what, page } of suspects) {
    const same = records.filter((other) => otherMembers(other) === otherMembers(record))
    const [{ id } = record] = same
    const wrong = record['id']
    if (same.length !== 1 || typeof id !== 'string' || typeof wrong !== 'string' || id === wrong || !isBare(id))
      continue
    // Another record may have the same name.
    if (page.some((other) => other['id'] === id) || (!isBare(wrong) && !isFormOf(wrong, id))) continue
    const place = records.length > 1 ? phrase`, as record ${records.indexOf(same[0]!) + 1} of ${records.length}` : ''
    return phrase`; ${what} has the id ${id}${place} at ${pathOf(at, fact.at)}`
  }
  return undefined
}

/** The place of the wrong record in several answers, if it is not the same record. */
function placesPhrase(wrongRecords: readonly WrongRecord[]): Phrase | '' {
  if (new Set(wrongRecords.map(({ record }) => record)).size < 2) return ''
  // A short list does not tell the first place from the last one.
  const [{ index, count }] = wrongRecords.toSorted((left, right) => right.count - left.count) as [WrongRecord]
  const isFirst = wrongRecords.every((other) => other.index === index)
  const isLast = wrongRecords.every((other) => other.index === other.count - 1)
  return isFirst || isLast
    ? phrase`; in all ${wrongRecords.length} such answers it is ${recordPhrase(index, count)}, and not the same one`
    : ''
}

/** An observer that looks at the records of every documented answer, and fails for the first problem. */
function watchRecords(
  expected: Phrase,
  problemOf: (answered: DocumentedRecords, exchange: Exchange) => Problem | undefined,
): Observer {
  let problem: Problem | undefined
  let otherId: Phrase | undefined
  let seen = 0
  const wrongRecords = new Map<string, WrongRecord>()
  const places = new ListPlaces()
  const evidence: Exchange[] = []
  const answers = new AnswerTraits()
  return {
    evidence,
    record(exchange) {
      const answered = places.read(exchange)
      if (!answered) return
      seen += answered.records.length
      if (answered.records.length === 0) return
      if (problem) otherId ??= otherIdPhrase(problem, answered.records, exchange)
      const found = problemOf(answered, exchange)
      answers.add(exchange, !found)
      if (!found) return
      const record = found.place && answered.records[found.place.index]
      if (found.place && record && (!problem || exchange.request.operation === problem.fact.at.request.operation))
        wrongRecords.set(exchange.request.url, { ...found.place, record: otherMembers(record) })
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
        fail({
          expected,
          got: phrase`${got} at ${fact.at.request.method} ${pathOf(fact.at)}${placesPhrase([...wrongRecords.values()])}${otherId ?? ''}`,
          fact,
          symptom,
          remedy: remedy && otherId ? phrase`${remedy} Send the same id for a record in every answer.` : remedy,
          ...answers.contrast(fact.at),
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
  return {
    got: phrase`the id ${id} on ${where}, which differ in ${{ list: differing.slice(0, mostDiffering) }}`,
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
          symptom: phrase`${earlier.kind} and ${found.kind} with the same id`,
          remedy: phrase`Give each of them its own id.`,
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

/** The most characters of a record without an id. */
const shownCharacters = 60

/** The form of a wrong id, and the remedy for it. */
function describeWrongId(id: unknown): { readonly what: Phrase; readonly remedy: Phrase } {
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
          const form = describeWrongId(id)
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
