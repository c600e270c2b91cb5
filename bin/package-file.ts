import { readFileSync } from 'node:fs'

/** Where this room is: here, or beside the built modules. */
const places = ['./', '../bin/']

/** The text of a file of this room that is published as it stands. @throws Error where the package lacks it. */
export function readPackageFile(file: string): string {
  for (const place of places) {
    try {
      return readFileSync(new URL(`${place}${file}`, import.meta.url), 'utf8')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    }
  }
  throw new Error(`The package has no bin/${file}; install it anew.`)
}
