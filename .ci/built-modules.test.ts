import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { afterAll, expect, it, vi } from 'vitest'
import { createEmulator } from '../emulator/create-emulator.ts'
import { resourceByCollection, resourceCollections } from '../emulator/model/resources/resources.ts'
import { isObject } from '../emulator/tools/is-object.ts'
import { parseAdapter } from '../emulator/api/services/json-adapter.ts'
import { late } from '../emulator/tools/late.ts'
import { findFaults } from '../emulator/tools/schema-validator.ts'
import { valueMutants } from '../testing/mutants.ts'
import { builtModules } from './built-modules.ts'

const folder = mkdtempSync(join(tmpdir(), 'built-modules-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The replacement of a module in the build. */
async function built(path: string): Promise<Readonly<Record<string, unknown>>> {
  const load = builtModules('esm').load as (id: string) => string
  const file = join(folder, path.replaceAll('/', '-').replace('.ts', '.mjs'))
  const begin = `import { createRequire } from 'node:module'\nconst require = createRequire(${JSON.stringify(import.meta.url)})\n`
  writeFileSync(file, begin + load(fileURLToPath(new URL(`../${path}`, import.meta.url))))
  return (await import(pathToFileURL(file).href)) as Readonly<Record<string, unknown>>
}

type Schema = Readonly<Record<string, unknown>> & { readonly properties?: object }

const names = ['status', 'name', 'id', 'limit', 'x', '__proto__', 'toString']
const texts = [
  '',
  'a',
  '😀',
  'active',
  'always',
  '2025-01-06T09:00:00Z',
  '2025-02-30T09:00:00Z',
  'flw_2vVLwuk9DIOzVLfPPeGjk05Cuzz',
]
const values = fc.letrec<{ any: unknown }>((tie) => ({
  any: fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom<unknown>(null, true, 0, -1, 1.5, 200, 503, 1e21, ...texts) },
    { weight: 1, arbitrary: fc.array(tie('any'), { maxLength: 3 }) },
    { weight: 1, arbitrary: fc.dictionary(fc.constantFrom(...names), tie('any')) },
  ),
})).any

it('checks schemas as Ajv does', async () => {
  const { builtMetaSchema } = (await built('emulator/tools/late/file-validators.ts')) as {
    builtMetaSchema: ValidateFunction
  }
  const ajv = new Ajv2020({ strict: false })
  const schema = {
    type: ['object', 'null'],
    properties: { to: { enum: ['a', 1, null], default: 'a' }, at: { type: 'string', minLength: 1, pattern: '^a' } },
    items: { $ref: '#/$defs/b', uniqueItems: true, multipleOf: 0.5 },
    anyOf: [{ const: 1 }, true],
    required: ['to'],
    additionalProperties: false,
    $defs: { b: { not: { prefixItems: [{}] } } },
  }
  const schemas = [...valueMutants(schema)].map(({ value }) => value).filter(isObject)
  const accepted = schemas.filter((value) => builtMetaSchema(value))
  expect(accepted).toEqual(schemas.filter((value) => ajv.validateSchema(value) === true))
  expect([accepted.length > 50, schemas.length - accepted.length > 50]).toEqual([true, true])
})

it('reads an adapter without Ajv and RE2, so that a start with it need not load them', async () => {
  const fileValidators = (await built('emulator/tools/late/file-validators.ts')) as never
  vi.spyOn(late, 'fileValidators').mockReturnValue(fileValidators)
  for (const library of ['ajv', 're2', 'validators'] as const)
    vi.spyOn(late, library).mockImplementation(() => {
      throw new Error(`${library} was loaded`)
    })
  try {
    const read = (members: object) => {
      const command = { name: 'lend', description: 'Lends a book.', does: { create: 'loans' }, ...members }
      return () => parseAdapter({ name: 'library', title: 'Library', kind: 'learned', commands: [command] })
    }
    const id = { type: 'string', pattern: '^(?:[a-z]{3}_)?[0-9A-Za-z]{27}$', 'x-id': true }
    const properties = { id, due: { type: 'string', format: 'date-time' }, tags: { $ref: '#/$defs/tags' } }
    const $defs = { tags: { type: 'array', items: { enum: ['new', 'old'] }, uniqueItems: true } }
    const body = { type: 'object', properties, required: ['id'], additionalProperties: false, $defs }
    expect(read({ body, result: { anyOf: [{ type: 'null' }, { type: 'object' }] } })).not.toThrow()
    expect(read({ does: { retrieve: 'loans' } })).not.toThrow()
    expect(read({ does: { returns: { open: 9 } } })).not.toThrow()
    expect(read({ body: { items: { $ref: '#/$defs/none' } } })).toThrow('ajv was loaded')
    expect(read({ body: { pattern: '^\\p{L}$' } })).toThrow('ajv was loaded')
  } finally {
    vi.restoreAllMocks()
  }
})

it('checks operations and records as Ajv does', async () => {
  type Validators = ReadonlyMap<string, ValidateFunction>
  const read = async (name: string) => (await built(`emulator/tools/late/${name}.ts`))['builtValidators'] as Validators
  const validators: Validators = new Map([...(await read('validators')), ...(await read('file-validators'))])
  const emulator = createEmulator()
  const seen = { true: 0, false: 0 }
  for (const collection of resourceCollections) {
    const validate = validators.get(JSON.stringify(resourceByCollection[collection].schema))!
    for (const record of emulator.data.find(collection)) expect(validate(record)).toBe(true)
  }
  const checked = [...validators].map(([text, validate]) => [JSON.parse(text) as Schema, validate] as const)
  const cases = fc.constantFrom(...checked).chain(([schema, validate]) => {
    const some = fc.subarray([...Object.keys(schema.properties ?? {}), 'unknown'])
    const members = some.chain((chosen) => fc.record(Object.fromEntries(chosen.map((name) => [name, values]))))
    return fc.tuple(fc.constant(schema), fc.constant(validate), fc.oneof({ weight: 9, arbitrary: members }, values))
  })
  const agree = fc.property(cases, ([schema, validate, value]) => {
    const fits = validate(value)
    seen[`${fits}`]++
    expect(findFaults(schema, value).length === 0).toBe(fits)
  })
  fc.assert(agree, { numRuns: 3000 })
  expect(Math.min(seen.true, seen.false)).toBeGreaterThan(100)
})
