import { readFileSync } from 'node:fs'

/** Paths to bin/, from the sources and from the built modules. */
const places = ['./', '../bin/']

/** Reads a file of bin/ that is published unchanged. @throws Error if the package lacks it. */
export function readPackageFile(file: string): string {
  for (const place of places) {
    try {
      return readFileSync(new URL(`${place}${file}`, import.meta.url), 'utf8')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    }
  }
  throw new Error(`The package has no bin/${file}; install it again.`)
}
