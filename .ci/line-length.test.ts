import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const longest = 120

/** The long lines that each folder still has. Lower a number when you shorten lines; remove it at zero. */
const allowances: Readonly<Record<string, number>> = { emulator: 90, conformance: 270, bin: 35 }

// The formatter leaves comments, strings and regular expressions as they are.
it.each(['.ci', 'bench', 'bin', 'conformance', 'emulator', 'fixtures', 'testing'])(
  `has no line of more than ${longest} characters in %s/`,
  (folder) => {
    const files = globSync(`${folder}/**/*.{ts,mjs,js}`, { cwd: root }).sort()
    const long = files.flatMap((file) =>
      readFileSync(`${root}${file}`, 'utf8')
        .split('\n')
        .flatMap((line, index) => (line.length > longest ? [`${file}:${index + 1}`] : [])),
    )
    expect(files).not.toEqual([])
    if (long.length > (allowances[folder] ?? 0)) expect(long).toEqual([])
  },
)
