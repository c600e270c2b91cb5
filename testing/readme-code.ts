import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root: string = fileURLToPath(new URL('..', import.meta.url))

export const readme: string = readFileSync(join(root, 'README.md'), 'utf8')

/** The pages for users: README.md, the index of the others, and one page for each topic. */
export const pageFiles: readonly string[] = [
  'README.md',
  'bin/README.md',
  ...globSync('bin/docs/*.md', { cwd: root }).toSorted(),
]

/** The text of all pages but README.md. */
const details: string = pageFiles
  .slice(1)
  .map((file) => readFileSync(join(root, file), 'utf8'))
  .join('\n')

/** The text of the page of a topic, such as `client`. */
export function docsPage(topic: string): string {
  return readFileSync(join(root, `bin/docs/${topic}.md`), 'utf8')
}

/** The code blocks in a language, such as `ts fixture`: of README.md, then of the other pages. */
export function codeBlocks(language: string): readonly string[] {
  const block = new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms')
  return [...`${readme}\n${details}`.matchAll(block)].map((match) => match[1]!)
}

/** The first of these blocks, as a reader copies it. @throws Error where no page has any. */
export function firstCodeBlock(language: string): string {
  const [block] = codeBlocks(language)
  if (block === undefined) throw new Error(`No page has a block of ${language}`)
  return block
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
