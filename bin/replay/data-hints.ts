// What the data of a world say about a request that found nothing: values in another spelling, records elsewhere.
import type { CaseRequest } from '../../emulator/case/case-file.ts'
import type { Emulator } from '../../emulator/create-emulator.ts'
import { resourceCollections } from '../../emulator/model/resources/resources.ts'
import { cut } from '../../emulator/tools/short-text.ts'
import type { World } from '../../emulator/world/world.ts'

/** The most records of a collection that are looked at. */
const mostRecords = 20_000

/** The longest value that is told, in characters. */
const longest = 100

/** The values of a query that records have in another spelling, as `brand: records have "Acme"`. */
export function spellingHints(world: World, { search }: CaseRequest): readonly string[] {
  return [...new URLSearchParams(search)].flatMap(([name, asked]) => {
    const wanted = folded(asked)
    const found = everyRecord(world).find((record) => {
      const value = record[name]
      return typeof value === 'string' && value !== asked && folded(value) === wanted
    })
    return found ? [`records have the ${name} ${JSON.stringify(cut(String(found[name]), longest))}`] : []
  })
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
