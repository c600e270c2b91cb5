import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const longest = 120

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
    expect(long).toEqual([])
  },
)
