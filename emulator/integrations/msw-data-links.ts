import type { TSchema } from 'typebox'
import { configurationScopes } from '../model/resources/configuration-scopes.ts'
import { referenceOf } from '../model/resources/resources.ts'
import { resourceByCollection } from '../model/resources/resources.ts'
import type { ResourceCollection } from '../model/resources/resources.ts'
import { EmulatorError } from '../tools/emulator-error.ts'

/** A record from the user, and its position. */
export interface Entry {
  readonly collection: ResourceCollection
  /** Its name in messages, for example `catalog_products[3]`. */
  readonly place: string
  readonly record: object
  /** The members without the relations. */
  readonly members: Record<string, unknown>
  /** The records that it points to, by the member that will hold their ids. */
  readonly links: Map<string, Entry>
}

const scopeTypes: ReadonlyMap<ResourceCollection, string> = new Map(
  configurationScopes.map(({ collection, type }) => [collection, type]),
)

/** Returns the member by which a record of one collection points to a record of another. */
function linkingMember(child: ResourceCollection, parent: ResourceCollection): string | undefined {
  if (child === 'configurations') return scopeTypes.has(parent) ? 'scope_id' : undefined
  const members = Object.entries(resourceByCollection[child].members as Readonly<Record<string, TSchema>>)
  return members.find(([, schema]) => referenceOf(schema) === parent)?.[0]
}

const missingCollection = (entry: Entry, name: string) =>
  `${entry.place}/${name} refers to a record of a Collection that was not given. Pass that Collection too.`

const noMember = (entry: Entry, name: string, target: Entry) =>
  `${entry.place}/${name} refers to ${target.place}, but neither ${entry.collection} nor ${target.collection} has a member that points to the other. Leave the relation out.`

const twoParents = (child: Entry, member: string, entry: Entry, other: Entry) =>
  `${child.place}/${member} cannot be both ${entry.place} and ${other.place}: its relations refer to both. Correct one of them.`

/**
 * Turns the relations of `@msw/data` into links. A relation is a getter on a record.
 * @throws EmulatorError for a relation that no member can hold.
 */
export function linkEntries(entries: readonly Entry[]): void {
  const byRecord = new Map(entries.map((entry) => [entry.record, entry]))
  for (const entry of entries) {
    for (const [name, { get, enumerable }] of Object.entries(Object.getOwnPropertyDescriptors(entry.record))) {
      if (!get) {
        if (enumerable) entry.members[name] = (entry.record as Record<string, unknown>)[name]
        continue
      }
      const related = (entry.record as Record<string, unknown>)[name]
      if (related === undefined || related === null) leaveOpen(entry, name)
      else
        for (const target of Array.isArray(related) ? (related as readonly object[]) : [related as object])
          link(entry, name, byRecord.get(target))
    }
  }
}

/** Sets the reference of an empty relation to null, so that the seed does not add a default. */
function leaveOpen({ collection, members }: Entry, name: string): void {
  const member = `${name}_id`
  if (referenceOf((resourceByCollection[collection].members as Readonly<Record<string, TSchema>>)[member]))
    members[member] ??= null
}

function link(entry: Entry, name: string, target: Entry | undefined): void {
  if (!target) throw new EmulatorError('invalid_record', missingCollection(entry, name))
  const down = linkingMember(entry.collection, target.collection)
  const [child, parent, member] =
    down === undefined
      ? ([target, entry, linkingMember(target.collection, entry.collection)] as const)
      : ([entry, target, down] as const)
  if (member === undefined) throw new EmulatorError('invalid_record', noMember(entry, name, target))
  const other = child.links.get(member)
  if (other && other !== parent) throw new EmulatorError('invalid_record', twoParents(child, member, other, parent))
  child.links.set(member, parent)
  if (child.collection === 'configurations') child.members['scope_type'] = scopeTypes.get(parent.collection)
}
