import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type RequirementId, requirements } from '../conformance/catalogue/requirements.ts'
import { endpoints } from '../emulator/endpoints/endpoints.ts'

/** Where the committed table is. */
export const tablePath: string = fileURLToPath(new URL('../emulator/COVERAGE.md', import.meta.url))

const root = fileURLToPath(new URL('..', import.meta.url))

/** What no endpoint answers for by itself, and what does. */
const everywhere: Readonly<Partial<Record<RequirementId, string>>> = {
  'http.json': 'every endpoint: `http/respond.ts`',
  'http.options': 'every path: `http/describe.ts`',
  'ids.grammar': 'every record: `ids.ts`',
  'versions.current': 'every versioned path: `routes.ts`',
  'auth.required': 'every protected endpoint: `auth/authenticate.ts`',
  'auth.invalid-bearer': 'every protected endpoint: `auth/authenticate.ts`',
}

/** A test that holds requirements: it says so in `// holds: <ids>` right above itself. */
export interface HoldingTest {
  readonly file: string
  readonly title: string
  readonly holds: readonly string[]
}

const marker = /^[ \t]*\/\/ holds: (.+)\n\s*((?:it|behaviour)(?:\.each)?)\b/gm

/** The tests of a file that say what they hold. */
export function holdingTests(file: string, source: string): readonly HoldingTest[] {
  return [...source.matchAll(marker)].map((match) => {
    // The title of it.each stands behind its table.
    const opening = match[2]!.endsWith('.each') ? /\)\(\s*(['"`])/ : /\(\s*(['"`])/
    const rest = source.slice(match.index + match[0].length)
    const [found, quote] = opening.exec(rest) ?? ['', '']
    const start = rest.indexOf(found) + found.length
    const title = new RegExp(`^(?:\\\\.|(?!${quote}).)*`, 's').exec(rest.slice(start))![0]
    return { file, title: title.replaceAll(/\\(.)/g, '$1'), holds: match[1]!.split(',').map((id) => id.trim()) }
  })
}

/** Every test of the emulator's half that says what it holds. */
export function allHoldingTests(): readonly HoldingTest[] {
  return globSync(['emulator/**/*.test.ts', 'testing/**/*.ts', 'fixtures/**/*.test.ts', 'bin/**/*.test.ts'], {
    cwd: root,
  })
    .sort()
    .flatMap((file) => holdingTests(file, readFileSync(new URL(`../${file}`, import.meta.url), 'utf8')))
}

export interface Coverage {
  readonly id: RequirementId
  readonly clause: string
  readonly statement: string
  /** Why no client can judge it from outside. */
  readonly excluded: string | undefined
  readonly endpoints: readonly string[]
  readonly tests: readonly HoldingTest[]
}

/** The stated requirements, each with the endpoints that answer for it and the tests that hold it. */
export function coverageOf(tests: readonly HoldingTest[]): readonly Coverage[] {
  return requirements
    .filter(({ kind }) => kind === 'stated')
    .map(({ id, clause, statement, ...rest }) => {
      const own = endpoints
        .filter((endpoint) => endpoint.requirements.includes(id))
        .map((endpoint) => `\`${endpoint.id}\``)
      const general = everywhere[id]
      return {
        id,
        clause,
        statement,
        excluded: rest.excluded,
        endpoints: general === undefined ? own : [general],
        tests: tests.filter(({ holds }) => holds.includes(id)),
      }
    })
}

const shownEndpoints = 4

function row({ id, clause, statement, endpoints: all, tests }: Coverage): readonly string[] {
  const more = all.length > shownEndpoints ? [`${all.length - shownEndpoints + 1} more`] : []
  const shown = more.length > 0 ? all.slice(0, shownEndpoints - 1) : all
  const held = tests.map(({ file, title }) => `${file.replace(/^emulator\//, '')}: ${title}`)
  return [clause, `\`${id}\``, statement, [...shown, ...more].join(', ') || '–', held.join('<br>') || '–']
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

/** The coverage table as it is committed. */
export function toMarkdown(coverage: readonly Coverage[]): string {
  const judged = coverage.filter(({ excluded }) => excluded === undefined)
  const excluded = coverage.filter((one) => one.excluded !== undefined)
  return `# What the specification states, and what holds it

Made by \`node .ci/coverage.ts\` from \`conformance/catalogue/requirements.ts\`, the endpoint list and the comments \`// holds: <requirement ids>\` above tests. Do not edit it.

${judged.length} sentences are stated and can be judged from outside.

${table(['Clause', 'Requirement', 'Statement', 'Endpoints', 'Tests'], judged.map(row))}

## Stated, but not to be judged from outside

The conformance kit leaves these ${excluded.length} out. The emulator keeps to them where it can.

${table(
  ['Clause', 'Requirement', 'Statement', 'Why not', 'Endpoints', 'Tests'],
  excluded.map((one) => row(one).toSpliced(3, 0, one.excluded!)),
)}
`
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  writeFileSync(tablePath, toMarkdown(coverageOf(allHoldingTests())))
