// Hints in the data of a world for a request that found nothing: values in another spelling, records elsewhere.
import type { CaseRequest } from '../../../emulator/case/case-file.ts'
import type { Emulator } from '../../../emulator/create-emulator.ts'
import { resourceCollections } from '../../../emulator/model/resources/resources.ts'
import { cut } from '../../../emulator/tools/short-text.ts'
import type { World } from '../../../emulator/world/world.ts'

/** The most records of a collection that are looked at. */
const mostRecords = 20_000

/** The longest value that is told, in characters. */
const longest = 100

/**
 * Hints for a query that found nothing: the spelling that records have, as `records have the brand
 * "Acme"`, or that a filter looks for a part of a text.
 */
export function spellingHints(world: World, { search }: CaseRequest): readonly string[] {
  const records = everyRecord(world)
  return [...new URLSearchParams(search)].flatMap(([name, asked]) => {
    const wanted = folded(asked)
    const spelled = records.find((record) => {
      const value = record[name]
      return typeof value === 'string' && value !== asked && folded(value) === wanted
    })
    if (spelled) return [`records have the ${name} ${JSON.stringify(cut(String(spelled[name]), longest))}`]
    if (wanted.length < leastPart || !records.some((record) => Object.hasOwn(record, name))) return []
    const member = records.flatMap((record) => memberWith(record, wanted)).at(0)
    return member === undefined
      ? []
      : [`${name} is exact; the ${member} of records contains the text, as search finds it`]
  })
}

/** The shortest part of a text that is looked for, in characters. */
const leastPart = 3

/** The member of a record whose text contains another. */
function memberWith(record: Readonly<Record<string, unknown>>, wanted: string): readonly string[] {
  const found = Object.entries(record).find(
    ([name, value]) => name !== 'id' && typeof value === 'string' && folded(value).includes(wanted),
  )
  return found ? [found[0]] : []
}

/** The other world that has what a path names by its id, as `the world green has it`. */
export function elsewhereHints(emulator: Emulator, { path, world: asked }: CaseRequest): readonly string[] {
  const ids = path.split('/').flatMap((part) => /^(?:[a-z]{3}_)?([A-Za-z0-9]{27})$/.exec(part)?.slice(1) ?? [])
  const hasIt = (name: string) => {
    const data = name === asked ? undefined : emulator.worlds.peek(name)?.data
    return resourceCollections.some((collection) => ids.some((id) => data?.get(collection, id) !== undefined))
  }
  const name = emulator.worlds.names.find(hasIt)
  return name === undefined ? [] : [`the world ${name} has it`]
}

/** A text without what people write in different ways: case, blanks, and signs between words. */
function folded(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, ' ')
    .trim()
}

function everyRecord({ data }: World): readonly Readonly<Record<string, unknown>>[] {
  return resourceCollections.flatMap((name) => toMembers(data.find(name, { limit: mostRecords })))
}

const toMembers = (records: readonly object[]) => records as readonly Readonly<Record<string, unknown>>[]
