// `npm run generate` writes every generated file anew; `npm run generate types coverage` only those of some steps.
import { writeFileSync } from 'node:fs'
import { committed, type GenerateStep, root } from '../../testing/committed.ts'
import { coverageFiles } from './coverage.ts'
import { readPublicApi } from '../public-api.ts'
import { pagesWithTables } from './page-tables.ts'
import { typeFiles } from './types.ts'

type Files = ReadonlyMap<string, string>

/** The files of each step by their paths. */
const steps: Readonly<Record<GenerateStep, (progress: (text: string) => void) => Promise<Files>>> = {
  types: typeFiles,
  pages: async () => pagesWithTables(readPublicApi()),
  coverage: async () => coverageFiles(),
}

function write(path: string, text: string): void {
  let before: string | undefined
  try {
    before = committed(path)
  } catch {
    // A new file.
  }
  if (before !== text) writeFileSync(`${root}${path}`, text)
  console.log(`${path}: ${before === text ? 'unchanged' : 'written'}`)
}

const names = process.argv.slice(2)
const unknown = names.filter((name) => !Object.hasOwn(steps, name))
if (unknown.length > 0) {
  console.error(`There is no step ${unknown.join(', ')}. The steps are: ${Object.keys(steps).join(', ')}.`)
  process.exitCode = 2
} else {
  for (const [name, make] of Object.entries(steps)) {
    if (names.length > 0 && !names.includes(name)) continue
    const files = await make((text) => console.log(`${name}: ${text}`))
    for (const [path, text] of files) write(path, text)
  }
}
