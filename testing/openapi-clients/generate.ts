// Generates clients from an OpenAPI document, each in a folder of its own with the walk that uses it.
import { copyFileSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runProgram } from '../package/pack-package.ts'
import type { Tools } from './tools.ts'

const here = fileURLToPath(new URL('.', import.meta.url))
const compiler = fileURLToPath(new URL('../../node_modules/.bin/tsc', import.meta.url))

/** Writes the client for a document into a folder. */
type Generator = (document: object, folder: string, tools: Tools) => Promise<void>

interface OpenApiTypescript {
  readonly default: (document: object) => Promise<object>
  readonly astToString: (types: object) => string
}

/** The generators, by the name of the walk that uses their client. */
export const generators: Readonly<Record<'openapi-fetch' | 'hey-api' | 'orval', Generator>> = {
  'openapi-fetch': async (document, folder, tools) => {
    const { default: toTypes, astToString } = await tools.load<OpenApiTypescript>('openapi-typescript')
    writeFileSync(join(folder, 'schema.ts'), astToString(await toTypes(document)))
  },
  'hey-api': async (_document, folder, tools) => {
    const { createClient } = await tools.load<{ createClient: (options: object) => Promise<unknown> }>(
      '@hey-api/openapi-ts',
    )
    await createClient({
      input: join(folder, 'openapi.json'),
      output: { path: join(folder, 'client'), module: { extension: '.ts' } },
      logs: { level: 'silent', file: false },
      plugins: ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk'],
    })
  },
  orval: async (_document, folder, tools) => {
    const { generate } = await tools.load<{ generate: (options: object) => Promise<void> }>('orval')
    await generate({
      input: { target: join(folder, 'openapi.json') },
      output: { target: join(folder, 'client.ts'), client: 'fetch', baseUrl: { getBaseUrlFromSpecification: true } },
    })
  },
}

/** As strict as a project of a user. */
const tsconfig = {
  compilerOptions: {
    target: 'es2024',
    module: 'esnext',
    moduleResolution: 'bundler',
    lib: ['es2024', 'dom', 'dom.iterable'],
    types: [],
    strict: true,
    noUncheckedIndexedAccess: true,
    noEmit: true,
    allowImportingTsExtensions: true,
    skipLibCheck: true,
  },
  include: ['**/*.ts'],
}

/** Generates a client. Returns its folder. */
export async function generateClient(name: keyof typeof generators, document: object, tools: Tools): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), `emulator-${name}-`))
  writeFileSync(join(folder, 'openapi.json'), JSON.stringify(document))
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(tsconfig))
  symlinkSync(join(tools.directory, 'node_modules'), join(folder, 'node_modules'))
  try {
    await generators[name](document, folder, tools)
  } catch (error) {
    removeClient(folder)
    throw error
  }
  return folder
}

/** Adds the walk of a client to its folder. Returns the path of the walk. */
export function addWalk(name: keyof typeof generators, folder: string): string {
  copyFileSync(join(here, 'walks/walked.ts'), join(folder, 'walked.ts'))
  copyFileSync(join(here, `walks/${name}.ts`), join(folder, 'walk.ts'))
  return join(folder, 'walk.ts')
}

/** Checks the types of everything in a folder. @throws Error with what TypeScript finds. */
export async function checkTypes(folder: string): Promise<void> {
  await runProgram(compiler, ['-p', folder], folder)
}

/** Removes a folder with a client. */
export function removeClient(folder: string): void {
  rmSync(folder, { recursive: true, force: true })
}
