// The ways in which a fault shows by the ids of records.
import type { Exchange } from '../wire/exchange.ts'
import { idsIn, isSameList } from './decisive.ts'
import { placedValues } from './places.ts'
import { idMembers } from './same-answer.ts'
import type { Reading, Sign } from './sign.ts'

/** Records that come too late: they are on a page, and were not on those before. */
export function lost({ expected, got, decisive, exchanges }: Reading): Sign | undefined {
  if (!/after the last of|on neither/.test(expected)) return undefined
  const ids = idsIn(got).filter((id) => idMembers(decisive.response.text).includes(id))
  const others = exchanges.filter(
    (one) => one !== decisive && isSameList(one, decisive) && !ids.some((id) => one.response.text.includes(id)),
  )
  if (ids.length === 0) return undefined
  return {
    decisive,
    others,
    condition: (numberOf, _wordOf, quoted) =>
      ids
        .flatMap((id) => [
          `lists ${numberOf(decisive)} ${quoted([id])}`,
          ...others.map((one) => `! lists ${numberOf(one)} ${quoted([id])}`),
        ])
        .join(' && '),
  }
}

/** The order of ids: of things that were made one after the other, or of records in a list. */
export function order({ expected, got, decisive, exchanges }: Reading): Sign | undefined {
  if (/\bid above\b|\bhighest id\b/.test(expected)) {
    const above = idsIn(expected)[0] ?? idsIn(got).at(-1)
    const below = idsIn(got)[0]
    const from = exchanges.find(({ response }) => below !== undefined && response.text.includes(`"${below}"`))
    if (above === undefined || below === undefined || !from) return undefined
    const index = idMembers(from.response.text).indexOf(below) + 1
    return {
      decisive: from,
      condition: (numberOf, wordOf, quoted) =>
        `is_below "$(members ${numberOf(from)} id | sed -n ${index}p)" ${quoted(wordOf(above, from))}`,
    }
  }
  const [after, before] = idsIn(got)
  if (!expected.includes('fall along') || after === undefined || before === undefined) return undefined
  return {
    decisive,
    condition: (numberOf, _wordOf, quoted) => `follows ${numberOf(decisive)} ${quoted([before])} ${quoted([after])}`,
  }
}

/** An id that stands twice on the pages of one list. */
export function twice({ got, decisive, exchanges }: Reading): Sign | undefined {
  const id = idsIn(got)[0]
  if (id === undefined || !/\btwice\b|\bmore than once\b|\btwo records with the id\b/.test(got)) return undefined
  const pages = exchanges.filter((one) => isSameList(one, decisive) && isSameLimit(one, decisive))
  const others = walkIn(pages) ?? pages
  return {
    decisive,
    others,
    condition: (numberOf, wordOf, quoted) =>
      `[ "$(count_of ${quoted(['"', ...wordOf(id, decisive), '"'])} ${others.map(numberOf).join(' ')})" -gt 1 ]`,
  }
}

/** The pages of a walk by rel=next from the first page on; undefined for lists without Link headers. */
function walkIn(pages: readonly Exchange[]): readonly Exchange[] | undefined {
  const walk: Exchange[] = []
  let next = pages.find(({ request: { url } }) => !new URL(url).searchParams.has('cursor'))
  while (next && !walk.includes(next)) {
    walk.push(next)
    const { response, request } = next
    const link = placedValues(response, request.url).find(
      ({ place }) => place.reader === 'link' && place.name === 'next',
    )
    next = pages.find(({ request: { url } }) => url === link?.value)
  }
  return walk.length > 1 ? walk : undefined
}

const missing = /\bleaves out\b|\blist without\b|, without\b|\blacks\b/

/** Records that should have come, or should not. */
export function records({ expected, got, decisive, exchanges }: Reading): Sign | undefined {
  if (/created before/.test(got)) return undefined
  const name = /\bwith the name "([^"]+)"/.exec(got)?.[1]
  const [renamed] = idsIn(got)
  if (name !== undefined && renamed !== undefined)
    return {
      decisive,
      condition: (numberOf, wordOf, quoted) =>
        `record_of ${numberOf(decisive)} ${quoted(wordOf(renamed, decisive))} | grep -F -q ${quoted([name])}`,
    }
  const at = got.search(missing)
  const isAbsent = at >= 0 || /^still not|^\d+ others/.test(got)
  const absent = !isAbsent ? [] : at >= 0 && idsIn(got.slice(at)).length > 0 ? idsIn(got.slice(at)) : idsIn(expected)
  if (absent.length > 0) {
    const others = exchanges.filter((one) => isSameList(one, decisive) && isSameLimit(one, decisive))
    return {
      decisive,
      others,
      condition: (numberOf, wordOf, quoted) =>
        absent
          .map((id) => `! in_any ${[quoted(wordOf(id, decisive)), ...others.map(numberOf)].join(' ')}`)
          .join(' && '),
    }
  }
  const wanted = new Set(idsIn(expected))
  // The members of a record that a message shows are not what is wrong with it.
  const all = idsIn(got.split('{')[0]!).filter((id) => decisive.response.text.includes(id))
  const asked = all.filter((id) => new URL(decisive.request.url).search.includes(id))
  const unwanted = asked.length > 0 ? asked : all.filter((id) => !wanted.has(id))
  const present = /still there/.test(got) ? [...wanted] : unwanted
  if (present.length === 0) return undefined
  const prefix = /^[a-z]{3}_/.exec(present[0]!)?.[0]
  if (prefix !== undefined)
    return {
      decisive,
      condition: (numberOf) =>
        idMembers(decisive.response.text).includes(present[0]!)
          ? `members ${numberOf(decisive)} id | grep -q '^${prefix}'`
          : `has ${numberOf(decisive)} '"${prefix}'`,
    }
  return {
    decisive,
    condition: (numberOf, wordOf, quoted) =>
      present
        .map((id) => {
          const isMember = idMembers(decisive.response.text).includes(id)
          return `${isMember ? 'lists' : 'has'} ${numberOf(decisive)} ${quoted(wordOf(id, decisive))}`
        })
        .join(' && '),
  }
}

function isSameLimit(one: Exchange, other: Exchange): boolean {
  const limit = ({ request }: Exchange) => new URL(request.url).searchParams.get('limit')
  return limit(one) === limit(other)
}
