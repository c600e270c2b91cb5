import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv, type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { toTarget } from '../../conformance/target/target-file.ts'
import { createEmulator } from '../../emulator/create-emulator.ts'
import { defaultConventions, withConventions } from '../../emulator/api/dialect/conventions.ts'
import { parseAdapter } from '../../emulator/api/services/json-adapter.ts'
import { valueMutants } from '../../testing/mutants.ts'
import { resolveTarget } from '../commands/conformance/target.ts'
import { toTargetFile } from '../judges/service/target-file.ts'
import type { FileKind } from '../judges/service/schema-address.ts'
import { schemas } from './schemas.ts'
import { pageFiles, root } from '../../testing/readme-code.ts'

/** Draft-07 validators like those of editors, independent of the emulator. */
const validators = Object.fromEntries(
  Object.entries(schemas).map(([kind, schema]) => {
    const ajv = new Ajv({ strict: true, strictTypes: false, strictRequired: false, allErrors: true })
    ;(addFormats as unknown as (instance: Ajv) => void)(ajv)
    return [kind, ajv.compile(schema)]
  }),
) as Readonly<Record<FileKind, ValidateFunction>>

interface Case {
  readonly kind: FileKind
  readonly good: unknown
  /** Reads a file in the same way as the program. */
  readonly read: (content: unknown) => unknown
  /** The message of a refusal that no JSON Schema can express. */
  readonly beyond: RegExp
  /** The minimum number of mutants that the program must refuse for a meaningful comparison. */
  readonly refused: number
}

const emulator = createEmulator({ clock: '2026-01-01' })
/** The YAML of the documentation whose first line names a schema. */
const documented = pageFiles.flatMap((file) =>
  [
    ...readFileSync(join(root, file), 'utf8').matchAll(
      /^```yaml[^\n]*\n(# yaml-language-server: \$schema=\S+\/(\w+)\.schema\.json\n.*?)^```/gms,
    ),
  ].map(([, text, kind]) => ({ file, kind: kind as FileKind, content: parse(text!) as unknown })),
)

function readTarget(content: unknown): unknown {
  const { baseUrl } = toTarget(content)
  return resolveTarget({ url: undefined, config: undefined }, { PLATFORM_BASE_URL: baseUrl }, () => {})
  // resolveTarget checks the base URL.
}

const cases: readonly Case[] = [
  {
    kind: 'target',
    good: toTargetFile(emulator, 'http://127.0.0.1:4113', true),
    read: readTarget,
    beyond: /which no secret has|must be a valid URL/,
    refused: 300,
  },
  {
    kind: 'adapter',
    good: {
      name: 'library',
      title: 'Library',
      kind: 'lending',
      commands: [
        {
          name: 'lend-book',
          description: 'Lends a book.',
          does: { create: 'loans' },
          body: {
            type: 'object',
            properties: { title: { type: 'string', minLength: 1, pattern: '^[A-Z]' }, days: { enum: [7, 14] } },
            required: ['title'],
          },
        },
        { name: 'list-loans', description: 'Lists loans.', does: { list: 'loans' } },
        {
          name: 'extend',
          description: 'Extends a loan.',
          body: { type: 'object', properties: { days: { type: 'integer', maximum: 90 } }, required: ['id', 'days'] },
          does: { update: 'loans' },
        },
        { name: 'hours', description: 'Opening hours.', result: { type: 'array' }, does: { returns: ['9-17'] } },
      ],
    },
    read: parseAdapter,
    beyond: /has the command \S+ twice|does not match the result/,
    refused: 200,
  },
  {
    kind: 'conventions',
    good: { ...defaultConventions },
    read: (content) => withConventions(defaultConventions, content as never),
    beyond: /is above maximumLimit|are both|The template of/,
    refused: 300,
  },
]

it('every example of the documentation that names a schema matches it, and every kind of file has one', () => {
  for (const { file, kind, content } of documented) {
    const validate = validators[kind]
    expect([file, kind, validate(content), validate.errors]).toEqual([file, kind, true, null])
  }
  expect([...new Set(documented.map(({ kind }) => kind))].toSorted()).toEqual(Object.keys(schemas).toSorted())
})

describe.each(cases)('the schema of $kind files', ({ kind, good, read, beyond, refused }) => {
  it('accepts what the program accepts, and refuses what it refuses', async () => {
    const validate = validators[kind]
    expect([validate(good), validate.errors]).toEqual([true, null])
    await read(good)
    const tooLenient: string[] = []
    let count = 0
    for (const { change, value } of valueMutants(good)) {
      const refusal = await refusalMessage(read, value)
      if (refusal === undefined) continue
      count += 1
      if (validate(value) && !beyond.test(refusal)) tooLenient.push(`${change}: ${refusal}`)
    }
    expect(tooLenient).toEqual([])
    expect(count).toBeGreaterThan(refused)
  })
})

async function refusalMessage(read: (content: unknown) => unknown, content: unknown): Promise<string | undefined> {
  try {
    await read(content)
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}

it('names the operations of a convention once, not its values for each operation', () => {
  for (const [kind, schema] of Object.entries(schemas))
    expect([kind, JSON.stringify(schema).length < 100_000]).toEqual([kind, true])
})
