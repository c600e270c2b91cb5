// Makes the adapters of a twin, with the commands of the service.
import { isDeepStrictEqual } from 'node:util'
import { parseAdapter } from '../../../emulator/api/services/json-adapter.ts'
import type { Adapter } from '../../../emulator/model/contract/adapter.ts'
import { exampleAdapters } from '../../../fixtures/adapters/adapters.ts'
import type { LearnedService } from '../../../conformance/learn/learn-service.ts'
import { EmulatorError } from '../../../emulator/tools/emulator-error.ts'
import { findFaults } from '../../../emulator/tools/schema-validator.ts'
import { isObject } from '../../../emulator/tools/is-object.ts'
import { type CommandForm, readCommandForms } from '../../../conformance/learn/command-forms.ts'
import type { Target } from '../../../conformance/target/target-file.ts'

/** The content of an adapter file, as `--adapter` reads it. */
export interface AdapterFile {
  readonly name: string
  readonly title: string
  readonly kind: string
  readonly commands: readonly Readonly<Record<string, unknown>>[]
}

/** The adapters of a twin. */
export interface TwinAdapters {
  /** The adapters that the emulator lacks. */
  readonly files: readonly AdapterFile[]
  /** The names of the adapters of the first connections; empty if they are the emulator's usual ones. */
  readonly connections: readonly string[]
}

/** The adapters of the emulator's initial connections. */
const usual = ['shop', 'mailer']

/**
 * Makes the adapters of a twin from the commands in the capabilities of its service, and the sample command.
 * @param samples The samples of the target file, with the name of the adapter.
 */
export function twinAdapters(commands: LearnedService['commands'], samples: Target['samples'] = {}): TwinAdapters {
  const { adapter: declared, command } = samples
  const second = commands['services.capabilities-other']
  const first = addSampleCommand(commands['services.capabilities'], command)
  const named = [
    ...(first ? [{ forms: first, name: adapterName.test(declared ?? '') ? declared! : 'service' }] : []),
    ...(second ? [{ forms: second, name: isDeepStrictEqual(first, second) ? '' : 'other-service' }] : []),
  ]
  const files: AdapterFile[] = []
  const names = named.map(({ forms, name }) => {
    const example = exampleAdapters.find((adapter) => isDeepStrictEqual(commandForms(adapter), forms))
    if (example) return example.name
    const file = name === '' ? undefined : adapterFile(name, forms)
    if (file) files.push(file)
    return name === '' ? named[0]!.name : name
  })
  const isUsual = names.every((name, index) => name === usual[index])
  return { files, connections: files.length === 0 && isUsual ? [] : names }
}

type SampleCommand = NonNullable<NonNullable<Target['samples']>['command']>

/** The commands, of which the sample command takes its valid body, whatever the capabilities show. */
function addSampleCommand(
  forms: readonly CommandForm[] | undefined,
  sample: SampleCommand | undefined,
): readonly CommandForm[] | undefined {
  if (sample === undefined) return forms
  const { name, validBody } = sample
  const listed = forms ?? commandForms(exampleAdapters[0]!)
  const known = listed.find((form) => form.name === name)
  if (known && acceptsCommand(toCommand(known)) && findFaults(known.body, validBody).length === 0) return forms
  const body = isObject(validBody)
    ? {
        type: 'object',
        properties: Object.fromEntries(Object.keys(validBody).map((member) => [member, {}])),
        additionalProperties: false,
      }
    : {}
  const others = (forms ?? []).filter((form) => form !== known)
  return [...others, { name, description: `The command ${name}.`, body }]
}

const adapterName = /^[a-z][a-z0-9-]{0,60}$/

/** The commands of an adapter as capabilities show them. */
function commandForms({ commands }: Adapter): readonly CommandForm[] {
  const listed = commands.map(({ name, description, body, result }) => ({
    name,
    description,
    inputSchema: body,
    outputSchema: result,
  }))
  return readCommandForms(JSON.parse(JSON.stringify(listed)))
}

/**
 * The adapter file for the commands of a connection. Their behaviour is unknown, so each returns its input with an id.
 * A schema that the emulator refuses is replaced by that of any object.
 * @returns undefined if there are no commands.
 */
function adapterFile(name: string, forms: readonly CommandForm[]): AdapterFile | undefined {
  const commands = new Map(forms.map((form) => [form.name, toCommand(form)]))
  if (commands.size === 0) return undefined
  return { name, title: name, kind: 'learned', commands: [...commands.values()] }
}

function toCommand({ name, description, body, result }: CommandForm): Readonly<Record<string, unknown>> {
  const common = { name, description, does: { create: 'calls' } }
  const schemas = { body, ...(result === undefined ? {} : { result }) }
  const taken = Object.entries(schemas).filter(([part, schema]) => acceptsCommand({ ...common, [part]: schema }))
  return { ...common, ...Object.fromEntries(taken) }
}

function acceptsCommand(command: Readonly<Record<string, unknown>>): boolean {
  try {
    parseAdapter({ name: 'a', title: 'a', kind: 'a', commands: [command] })
    return true
  } catch (error) {
    if (error instanceof EmulatorError) return false
    throw error
  }
}
