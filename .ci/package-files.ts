// The files in dist/ that are not modules.
import { copyFileSync, globSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { reportSchemas, schemas } from '../bin/schemas/schemas.ts'
import { buildConsolePage } from '../testing/console/build-console-page.ts'
import { addBundled } from './bundled-packages.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const sources = [
  '{bin,emulator,conformance,fixtures,.ci,testing/console}/**/*.{ts,tsx,css}',
  'testing/package-entries.ts',
]

type SourceState = readonly [file: string, size: number, mtimeMs: number]

/** The state of each file that the build reads. */
export function statesOfSources(): readonly SourceState[] {
  const files = globSync([...sources, 'package-lock.json'], { cwd: root, exclude: ['**/*.test.ts'] })
  return files.map((file) => {
    const { size, mtimeMs } = statSync(root + file)
    return [file, size, mtimeMs]
  })
}

/** Writes the files. bin/emulator.js runs dist/ instead of the sources while these are unchanged since the build. */
export async function writePackageFiles(before: readonly SourceState[]): Promise<void> {
  const page = await buildConsolePage()
  addBundled([{ moduleIds: page.modules }])
  writeFileSync(`${root}dist/console.html`, page.html)
  copyFileSync(`${root}.ci/web-types.d.ts`, `${root}dist/web-types.d.cts`)
  mkdirSync(`${root}dist/schemas`)
  for (const [name, schema] of Object.entries({ ...schemas, ...reportSchemas }))
    writeFileSync(`${root}dist/schemas/${name}.schema.json`, `${JSON.stringify(schema)}\n`)
  writeFileSync(`${root}dist/sources.json`, JSON.stringify(before))
}
