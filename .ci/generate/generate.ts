// `npm run generate` writes every generated file; `npm run generate coverage` only those of one step.
import { writeFileSync } from 'node:fs'
import { committed, type GenerateStep, root } from '../../testing/committed.ts'
import { coverageFiles } from './coverage.ts'
import { readPublicApi } from '../public-api.ts'
import { pagesWithTables } from './page-tables.ts'

type Files = ReadonlyMap<string, string>

/** The files of each step by their paths. */
const steps: Readonly<Record<GenerateStep, () => Files>> = {
  pages: () => pagesWithTables(readPublicApi()),
  coverage: coverageFiles,
}

function writeGenerated(path: string, text: string): void {
  const isStale = committed(path) !== text
  if (isStale) writeFileSync(`${root}${path}`, text)
  console.log(`${path}: ${isStale ? 'written' : 'unchanged'}`)
}

const names = process.argv.slice(2)
const unknown = names.filter((name) => !Object.hasOwn(steps, name))
if (unknown.length > 0) {
  console.error(`There is no step ${unknown.join(', ')}. The steps are: ${Object.keys(steps).join(', ')}.`)
  process.exitCode = 2
} else {
  for (const [name, make] of Object.entries(steps)) {
    if (names.length > 0 && !names.includes(name)) continue
    for (const [path, text] of make()) writeGenerated(path, text)
  }
}
