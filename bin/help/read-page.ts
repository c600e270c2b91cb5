import { readFileSync } from 'node:fs'

/** Where the pages are: beside this room, or beside the built modules. */
const places = ['../docs/', '../bin/docs/']

/** The text of a page as the package has it. @throws Error where the package lacks it. */
export function readPage(topic: string): string {
  const sea = process.getBuiltinModule('node:sea')
  if (sea?.isSea()) return sea.getAsset(`docs/${topic}.md`, 'utf8')
  for (const place of places) {
    try {
      return readFileSync(new URL(`${place}${topic}.md`, import.meta.url), 'utf8')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    }
  }
  throw new Error(`The package has no bin/docs/${topic}.md; install it anew.`)
}
