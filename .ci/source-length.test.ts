import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const longest = 120
const mostLines = 250
/** What `npm run bench -- peers` installs. */
const installed = ['**/node_modules/**']
/** Files that `npm run generate` writes. */
const generated = /^(?:\/\/|\/\*\*?) Generated/

// The formatter leaves comments, strings and regular expressions as they are.
it.each(['.ci', 'bench', 'bin', 'conformance', 'emulator', 'fixtures', 'testing'])(
  `has no line of more than ${longest} characters in %s/`,
  (folder) => {
    const files = globSync(`${folder}/**/*.{ts,tsx,mjs,js,css}`, { cwd: root, exclude: installed }).sort()
    const long = files.flatMap((file) =>
      readFileSync(`${root}${file}`, 'utf8')
        .split('\n')
        .flatMap((line, index) => (line.length > longest ? [`${file}:${index + 1}`] : [])),
    )
    expect(files).not.toEqual([])
    expect(long).toEqual([])
  },
)

it(`has no file of more than ${mostLines} lines`, () => {
  const files = globSync('{.ci,bench,bin,conformance,emulator,fixtures,testing}/**/*.{ts,tsx,mjs,js,css}', {
    cwd: root,
    exclude: installed,
  })
  const long = files.filter((file) => {
    const text = readFileSync(`${root}${file}`, 'utf8')
    return !generated.test(text) && text.trimEnd().split('\n').length > mostLines
  })
  expect(files).not.toEqual([])
  expect(long).toEqual([])
})
