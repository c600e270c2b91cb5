import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const longest = 120
/** Packages that `npm run bench -- peers` installs. */
const installed = ['**/node_modules/**']

/** A line as its length counts: a sentence is written whole, however long, and comments are lines like others. */
function measured(line: string): string {
  if (/^\s*(?:\/\/|\/?\*)/.test(line)) return line
  // A template may have others in it.
  return line.replace(/`.*`/, "''").replaceAll(/'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"/g, "''")
}

// The formatter leaves comments, strings and regular expressions as they are.
it.each(['.ci', 'bench', 'bin', 'conformance', 'emulator', 'fixtures', 'testing'])(
  `has no line of more than ${longest} characters beside its strings in %s/`,
  (folder) => {
    const files = globSync(`${folder}/**/*.{ts,tsx,mjs,js,css}`, { cwd: root, exclude: installed }).sort()
    const long = files.flatMap((file) =>
      readFileSync(`${root}${file}`, 'utf8')
        .split('\n')
        .flatMap((line, index) => (measured(line).length > longest ? [`${file}:${index + 1}`] : [])),
    )
    expect(files).not.toEqual([])
    expect(long).toEqual([])
  },
)

it('counts code and comments, and no sentence', () => {
  const sentence = 'x'.repeat(longest)
  expect(measured(`  fail('${sentence}')`)).toHaveLength(10)
  expect(measured(`  phrase\`${sentence}\`,`).length).toBeLessThan(20)
  expect(measured(`  // it's ${sentence} isn't`).length).toBeGreaterThan(longest)
  expect(measured(`  const a = ${sentence}`).length).toBeGreaterThan(longest)
})
