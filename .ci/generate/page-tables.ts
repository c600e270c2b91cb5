// The tables in bin/docs that are generated from types and schemas: members of objects, options, and records.
import type { TSchema } from 'typebox'
import { topics } from '../../bin/help/topics.ts'
import { allCommands } from '../../bin/command-list.ts'
import { referencedCollection } from '../../emulator/model/resources/resources.ts'
import { resourceByCollection, resourceCollections } from '../../emulator/model/resources/resources.ts'
import { listControlEndpoints } from '../../emulator/control/control-endpoints.ts'
import { Judges } from '../../bin/judges/control/judges.ts'
import { Observers } from '../../bin/judges/control/observers.ts'
import { committed } from '../../testing/committed.ts'
import { pageFiles } from '../../testing/readme-code.ts'
import type { PublicName } from '../public-api.ts'

/**
 * A place for a table: `<!-- table: WorldData as emulator.data -->` or `<!-- table: options of start -->`, the table, and
 * `<!-- end of table -->`.
 */
const place = /^(<!-- table: (\w+)(?: (?:as|of) ([\w.]+))? -->)\n.*?^<!-- end of table -->$/gms

/** The expected pages with generated tables, by path. */
export function pagesWithTables(names: readonly PublicName[]): ReadonlyMap<string, string> {
  const pages = pageFiles.map((path) => [path, committed(path)] as const).filter(([, text]) => text.match(place))
  return new Map(
    pages.map(([path, text]) => [
      path,
      text.replaceAll(place, (_, begin: string, name: string, object?: string) => {
        const rows =
          name === 'options' ? optionRows(object!) : (schemaTables[name]?.() ?? memberRows(name, object, names))
        return [begin, '| | |', '|---|---|', ...rows, '<!-- end of table -->'].join('\n')
      }),
    ]),
  )
}

/** The tables that are not members of a type. */
const schemaTables: Readonly<Record<string, (() => readonly string[]) | undefined>> = {
  collections: collectionRows,
  control: controlRows,
  topics: () => Object.entries(topics).map(([topic, about]) => `| [${topic}](docs/${topic}.md) | ${about} |`),
}

/** A row for each member of a public class or interface. @throws TypeError for an unknown name. */
function memberRows(type: string, object: string | undefined, names: readonly PublicName[]): readonly string[] {
  const members = names.filter(({ isMember, name }) => isMember && name.startsWith(`${type}.`))
  if (members.length === 0) throw new TypeError(`The public API has no members of ${type}; correct the page.`)
  return members.map(({ name, parameters, documentation }) => {
    const member = name.slice(type.length + 1)
    return `| \`${object === undefined ? '' : `${object}.`}${member}${parameters}\` | ${cell(documentation)} |`
  })
}

const all = await allCommands()

/** A row for each option of a command. */
function optionRows(command: string): readonly string[] {
  return Object.entries(all.find(({ name }) => name === command)!.options).map(([name, option]) => {
    const { type, describe, choices, defaultDescription } = option
    const values = choices === undefined ? '' : `: ${choices.join(', ')}`
    const notes = [
      ...(type === 'array' ? ['repeatable'] : []),
      ...(defaultDescription === undefined ? [] : [`default: ${defaultDescription}`]),
    ]
    return `| \`--${name}\` | ${cell(describe)}${values}${notes.length === 0 ? '' : ` (${notes.join(', ')})`} |`
  })
}

/** A row for each endpoint of the control API: its parameters by name, and its sentence. */
function controlRows(): readonly string[] {
  return listControlEndpoints(new Judges(new Observers()).endpoints).map(({ method, path, query, summary }) => {
    const parameters = Object.keys((query?.properties ?? {}) as object)
    const call = `\`${method} ${path}${parameters.length === 0 ? '' : `?${parameters.join('&')}`}\``
    return `| ${call} | ${cell(summary)} |`
  })
}

/** A row for each collection: its members, with their values or the collection that they refer to. */
function collectionRows(): readonly string[] {
  return resourceCollections.map((collection) => {
    const properties = resourceByCollection[collection].schema.properties as Readonly<Record<string, TSchema>>
    const members = Object.entries(properties)
      .filter(([name]) => !inEveryRecord.includes(name))
      .map(([name, schema]) => `\`${name}\`${memberNote(schema)}`)
    return `| \`${collection}\` | ${members.join(', ')} |`
  })
}

const inEveryRecord = ['id', 'created_at']

/** The values of a member, if there are few, and the collection that it refers to. */
function memberNote(schema: TSchema): string {
  const target = referencedCollection(schema)
  if (target) return ` → \`${target}\``
  const { enum: values, anyOf } = schema as { readonly enum?: readonly string[]; readonly anyOf?: readonly TSchema[] }
  const constants = values ?? anyOf?.flatMap((part) => ('const' in part ? [String(part.const)] : [])) ?? []
  return constants.length > 0 ? ` (${constants.join(', ')})` : ''
}

/** The first sentence of a comment and its default. Editors show the rest. */
function cell(text: string): string {
  const sentences = text
    .trim()
    .replaceAll(/\s*\n\s*/g, ' ')
    .split(/(?<=[.!?]) (?=[A-Z`])/)
  return sentences
    .filter((sentence, index) => index === 0 || sentence.startsWith('Default: '))
    .join(' ')
    .replaceAll('|', '\\|')
}
