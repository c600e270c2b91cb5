import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { entries, importName } from './package-entries.ts'

export const root: string = fileURLToPath(new URL('..', import.meta.url))

export const readme: string = readFileSync(join(root, 'README.md'), 'utf8')

/** The page with the details, whose code runs, too. */
const details = readFileSync(join(root, 'bin/README.md'), 'utf8')

/** The source of each name of the package. */
const sources = new Map(Object.entries(entries).map(([entry, source]) => [importName(entry), source]))

/** The code blocks in a language, such as `ts fixture`: of README.md, then of bin/README.md. They use the sources. */
export function codeOf(language: string): readonly string[] {
  const block = new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms')
  const blocks = [...`${readme}\n${details}`.matchAll(block)].map((match) => match[1]!)
  return blocks.map((code) =>
    code.replaceAll(/'(@platform-data\/emulator[^']*)'/g, (_, name: string) =>
      JSON.stringify(pathToFileURL(join(root, sources.get(name)!)).href),
    ),
  )
}

/** The environment of a user: without the variables of Vitest and of the emulator. */
export function userEnvironment(more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  return {
    ...Object.fromEntries(
      Object.entries(process.env).filter(
        ([name]) => !/^(VITEST|NODE_OPTIONS|NODE_ENV|TEST|PLATFORM_(?!CHROMIUM))/.test(name),
      ),
    ),
    ...more,
  }
}
