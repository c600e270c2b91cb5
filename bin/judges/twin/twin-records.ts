// Makes the records of a twin: those of the emulator, with exactly the members that the service shows.
import { accessTokenResource } from '../../../emulator/api/auth/access-token-record.ts'
import { defaultConventions } from '../../../emulator/api/dialect/conventions.ts'
import { endpoints } from '../../../emulator/api/endpoints/endpoints.ts'
import { Router, servedRoutes } from '../../../emulator/api/routing/router.ts'
import type { ResourceCollection } from '../../../emulator/model/resources/resources.ts'
import { enumValues } from '../../../emulator/model/resources/define-resource.ts'
import { referencedCollection } from '../../../emulator/model/resources/resources.ts'
import { highestId, parseId } from '../../../emulator/model/resources/ids.ts'
import {
  resourceByCollection,
  resourceCollections,
  resourceSchema,
} from '../../../emulator/model/resources/resources.ts'
import { exampleAdapters } from '../../../fixtures/adapters/adapters.ts'
import type { TwinAdapters } from './twin-adapters.ts'
import { once } from '../../../emulator/tools/once.ts'
import type { JsonSchema } from '../../../emulator/tools/json-schema.ts'
import { findFaults } from '../../../emulator/tools/schema-validator.ts'
import { unseen } from '../../../conformance/wording/escaping/unseen.ts'
import { namedValue } from '../../../conformance/reading/named-value.ts'
import type { OpenMembers } from '../../../emulator/model/resources/resources.ts'
import { membersOption, valuedMembers } from '../../../emulator/world/read-records.ts'
import type { Target } from '../../../conformance/target/target-file.ts'
import { pathSteps } from '../../../conformance/learn/member-paths.ts'
import type { RecordSamples } from '../../../conformance/learn/record-samples.ts'
import type { AnswerShape, JsonType } from '../../../conformance/learn/answer-shape.ts'
import type { RecordForm, RecordForms } from '../../../conformance/learn/record-forms.ts'

/** The form of a twin's records. */
export interface TwinRecords {
  /** The value of the convention `recordMembers`; undefined if the records have the same members as the emulator's. */
  readonly recordMembers: Readonly<Record<string, readonly unknown[]>> | undefined
  /** The content of a fixture file; undefined if the emulator's own records suffice. */
  readonly fixtures: Readonly<Record<string, unknown>> | undefined
  /** True if it has real records of the service. */
  readonly hasSamples?: boolean
  /**
   * The members of real records that were left out, because the emulator has other values for them: `resources.status`.
   * Sorted.
   */
  readonly unfit?: readonly string[]
  /** The declared filters that the emulator lacks: `tier of /1.13/environments`. */
  readonly unplaced?: readonly string[]
}

type Members = RecordForm['members']
/** The types of members by path, with or without the number of records that have them. */
type MemberTypes = Members | AnswerShape['members']

function findMemberTypes(members: MemberTypes, path: string): readonly JsonType[] | undefined {
  const found = namedValue<RecordForm['members'][string] | readonly JsonType[]>(members, path)
  return found && 'types' in found ? found.types : found
}

/** The members of a collection's records. */
interface ShownForm {
  readonly collection: ResourceCollection
  readonly plural: string
  /** The members that the convention `recordMembers` names, or adds to all records. */
  readonly seen: readonly unknown[]
  /** True if the emulator's records have other members. */
  readonly hides: boolean
  /** The members that fixtures add. */
  readonly added: Readonly<Record<string, unknown>>
}

/**
 * Makes the records of a twin from the forms of the service's records. All values are made up, except those of real
 * samples.
 */
export function twinRecords(
  records: RecordForms,
  samples: RecordSamples['records'] = {},
  adapters: TwinAdapters = { files: [], connections: [] },
  declared: Target['enumFilters'] = [],
): TwinRecords {
  const forms = resourceCollections.flatMap((collection): readonly ShownForm[] => {
    const form = (records as Readonly<Partial<Record<string, RecordForm>>>)[collection]
    const { plural, schema } = resourceByCollection[collection]
    if (!form) return []
    const known = Object.keys(schema.properties)
    const seen = topNames(form.members)
    const more = seen.filter((name) => !known.includes(name))
    const added = Object.fromEntries(more.map((name) => [name, placeholderMember(name, form.members)]))
    const hides = known.some((name) => !seen.includes(name))
    // A convention also adds members to the records that clients create.
    return collection === 'groups' && more.length > 0 && samples.groups === undefined
      ? [{ collection, plural, seen: [...known.filter((name) => seen.includes(name)), added], hides: true, added: {} }]
      : [{ collection, plural, seen, hides, added }]
  })
  const hiding = [...forms, ...tokenForm(records)].filter(({ hides, seen, plural }) => hides && hasStated(plural, seen))
  const adding = Object.fromEntries(
    forms.flatMap(({ collection, added }) => (Object.keys(added).length > 0 ? [[collection, added]] : [])),
  )
  const unfit = new Set<string>()
  const unplaced: string[] = []
  const openMembers = toOpenMembers(declared, (filter) => unplaced.push(filter))
  const placed = { ...placedRecords(samples, openMembers, (name) => unfit.add(name)), ...adapterRecords(adapters) }
  return {
    recordMembers:
      hiding.length === 0 ? undefined : Object.fromEntries(hiding.map(({ plural, seen }) => [plural, seen])),
    fixtures:
      openMembers === true && Object.keys(adding).length + Object.keys(placed).length === 0
        ? undefined
        : { pack: 'default', ...membersOption(openMembers), added: adding, ...placed },
    hasSamples: Object.keys(samples).length > 0,
    unfit: [...unfit].toSorted(),
    unplaced,
  }
}

/** Every list of the emulator, under any version. */
const listRouter = once(() => {
  const conventions = { ...defaultConventions, versionedResources: 'on', versions: ['{version}'] } as const
  return new Router(servedRoutes(endpoints, conventions), 'any')
})

/** The collection that a path lists; undefined for a path that the emulator lacks. */
function findListedCollection(path: string): ResourceCollection | undefined {
  const answer = listRouter().find(path)?.route.endpoints.get('GET')?.answer
  if (answer?.kind !== 'list' && answer?.kind !== 'legacyList') return undefined
  return resourceCollections.find((name) => resourceByCollection[name] === answer.resource)
}

/**
 * The declared filter values that differ from the emulator's: the `members` of a fixture file.
 * @param leaveOut Called with each filter that the emulator lacks.
 */
function toOpenMembers(declared: NonNullable<Target['enumFilters']>, leaveOut: (filter: string) => void): OpenMembers {
  const found: Record<string, Record<string, readonly string[]>> = {}
  for (const { path, parameter, values } of declared) {
    const collection = findListedCollection(path)
    if (!collection || !valuedMembers(collection).includes(parameter)) {
      leaveOut(`${parameter} of ${path}`)
      continue
    }
    const usual = enumValues(resourceByCollection[collection].members[parameter]) ?? []
    if (usual.length === values.length && values.every((value) => usual.includes(value))) continue
    const members = (found[collection] ??= {})
    members[parameter] = [...new Set([...(members[parameter] ?? []), ...values])]
  }
  return Object.keys(found).length === 0 || found
}

/** True if records have the stated members at the top level. Otherwise their form is not that of the emulator's. */
function hasStated(plural: string, seen: readonly unknown[]): boolean {
  const names = new Set(seen)
  return names.has('id') && (plural !== 'environments' || names.has('name'))
}

const stated = ['id', 'name', 'scopes', 'expires_at']

/**
 * The members of personal access tokens. In addition to those of clause 2.2, the emulator shows the time of creation.
 */
function tokenForm({
  access_tokens: form,
}: RecordForms): readonly { plural: string; seen: readonly unknown[]; hides: boolean }[] {
  if (!form || !stated.every((name) => name in form.members)) return []
  const known = [...stated, 'created_at']
  const added = topNames(form.members).filter((name) => !known.includes(name))
  const usual = known.filter((name) => name in form.members)
  const members = Object.fromEntries(added.map((name) => [name, placeholderMember(name, form.members)]))
  const seen = added.length === 0 ? usual : [...usual, members]
  return [{ plural: accessTokenResource.plural, seen, hides: added.length > 0 || usual.length < known.length }]
}

/** The names of a record's top-level members. */
function topNames(members: Members): readonly string[] {
  const names = Object.keys(members).flatMap((path) => pathSteps(path).slice(0, 1))
  return [...new Set(names)].filter((name) => name !== '__proto__' && name.search(unseen) === -1)
}

/** The records of a twin's adapters: one connection each. The first one is the connection of its samples. */
function adapterRecords({ files, connections }: TwinAdapters): Readonly<Record<string, readonly object[]>> {
  if (connections.length === 0) return {}
  const others = files.filter(({ name }) => !exampleAdapters.some((example) => example.name === name))
  return {
    ...(others.length === 0 ? {} : { adapters: others.map(({ name, title, kind }) => ({ name, title, kind })) }),
    adapter_connections: connections.map((name) => ({ name: `Connection of ${name}`, adapter: name })),
  }
}

/**
 * Converts real records to records of the emulator, without references to records that it lacks.
 * @param leaveOut Called with the name of each member whose value the emulator refuses.
 */
function placedRecords(
  samples: RecordSamples['records'],
  openMembers: OpenMembers,
  leaveOut: (name: string) => void,
): Readonly<Record<string, readonly object[]>> {
  const ids = new Set<unknown>()
  return Object.fromEntries(
    resourceCollections.flatMap((collection) => {
      const resource = resourceByCollection[collection]
      const schema = resourceSchema(resource, openMembers)
      const records = (samples as Readonly<Partial<Record<string, RecordSamples['records']['projects']>>>)[collection]
      if (!records || records.length === 0) return []
      const known = schema.properties as Readonly<Record<string, JsonSchema>>
      const placed = records.map((record) => {
        const { id, ...members } = record
        // Ids are unique across the platform.
        const isFree = typeof id === 'string' && parseId(id)?.prefix === '' && id <= highestId && !ids.has(id)
        ids.add(id)
        const kept = Object.entries(members).filter(([name, value]) => {
          if (!Object.hasOwn(known, name)) return true
          if (referencedCollection(schema.properties[name]) !== undefined) return false
          const fits = findFaults(known[name]!, value).length === 0
          if (!fits) leaveOut(`${collection}.${name}`)
          return fits
        })
        return { ...(isFree ? { id } : {}), ...Object.fromEntries(kept) }
      })
      return [[collection, placed]]
    }),
  )
}

const values: Readonly<Record<JsonType, unknown>> = {
  string: 'text',
  number: 1,
  boolean: true,
  null: null,
  array: [],
  object: {},
}

const mostLevels = 8

/** A made-up value in the form of the member at a path. */
export function placeholderMember(path: string, members: MemberTypes, level = 0): unknown {
  const types = findMemberTypes(members, path) ?? findMemberTypes(members, JSON.stringify(path)) ?? []
  const type = types.find((candidate) => candidate !== 'null') ?? 'null'
  if (level > mostLevels) return values[type]
  if (type === 'array') {
    const inner = `${path}[]`
    return Object.hasOwn(members, inner) ? [placeholderMember(inner, members, level + 1)] : []
  }
  if (type !== 'object') return values[type]
  const prefix = path === '' ? '' : `${path}.`
  const names = Object.keys(members).filter(
    (inner) => inner.startsWith(prefix) && pathSteps(inner.slice(prefix.length)).length === 1,
  )
  return Object.fromEntries(
    names
      .map(
        (inner) => [pathSteps(inner.slice(prefix.length))[0]!, placeholderMember(inner, members, level + 1)] as const,
      )
      .filter(([name]) => name !== '__proto__' && name !== '{}' && name !== '[]' && name.search(unseen) === -1),
  )
}
