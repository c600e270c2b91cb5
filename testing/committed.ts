// Shared by the generators and their tests: reading committed files, and the message about a stale one.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The root of the repository, with a slash at its end. */
export const root: string = fileURLToPath(new URL('../', import.meta.url))

/** The text of a committed file, by its path from the root. */
export function committed(path: string): string {
  return readFileSync(`${root}${path}`, 'utf8')
}

/** A step of `npm run generate`: the word that runs only it. */
export type GenerateStep = 'pages' | 'coverage'

/** The message about a file that the generator would write differently now. */
export function staleMessage(path: string, step: GenerateStep): string {
  return `${path} is stale: run \`npm run generate ${step}\` and commit what it writes`
}
