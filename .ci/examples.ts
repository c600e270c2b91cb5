// The TypeScript of the documentation: the `@example`s of doc comments, with the imports that a reader would add, and
// the unchanged code blocks of Markdown files.
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { API } from 'typescript/unstable/sync'
import { entries, importName } from '../testing/package-entries.ts'
import type { PublicName } from './public-api.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/** The code of one `@example`. */
export interface Example {
  /** Its location: `path:line` from the root. */
  readonly at: string
  readonly code: string
  /** True if it has its imports. */
  readonly isModule?: true
}

/** The TypeScript blocks of a Markdown file. */
export function markdownExamples(file: string): readonly Example[] {
  const text = readFileSync(join(root, file), 'utf8')
  return [...text.matchAll(/^```ts\b.*\n((?:.*\n)*?)^```/gm)].map((match) => ({
    at: `${file}:${text.slice(0, match.index).split('\n').length}`,
    code: match[1]!,
    isModule: true,
  }))
}

/** Declarations for packages that the documentation uses but that are not installed. */
export const notInstalled = "declare module 'testcontainers'\n"

/** The TypeScript examples of one source file. */
export function findExamples(file: string, source: string): readonly Example[] {
  return [...source.matchAll(/@example\s*\n\s*\* ```ts\n(.*?)\n\s*\* ```/gs)].map((match) => ({
    at: `${file}:${source.slice(0, match.index).split('\n').length}`,
    code: match[1]!.replaceAll(/^ *\* ?/gm, ''),
  }))
}

/** The examples of everything that is published. */
export function allExamples(): readonly Example[] {
  return globSync('{emulator,conformance,bin}/**/*.ts', { cwd: root, exclude: ['**/*.test.ts'] })
    .sort()
    .flatMap((file) => findExamples(file, readFileSync(join(root, file), 'utf8')))
}

/** The names in examples that come from other packages, by module. */
const others: Readonly<Record<string, readonly string[]>> = {
  vitest: ['afterEach', 'expect', 'it'],
  msw: ['http'],
  'msw/node': ['setupServer'],
  '@msw/data': ['Collection'],
}

/** Converts an example to a module: undeclared names are imported, and `emulator` is created. */
function toModule(code: string, names: readonly PublicName[]): string {
  const uses = (name: string): boolean =>
    new RegExp(String.raw`(?<![\w'"$]|(?<!\.\.)\.)${name}(?![\w'"]|:)`).test(code) &&
    !new RegExp(
      String.raw`\b(?:const|let|using|function|class) (?:\{[^}]*)?\b${name}\b|import \{[^}]*\b${name}\b`,
    ).test(code)
  const lines: string[] = []
  const makesEmulator = uses('emulator')
  for (const { name, from, isMember } of names) {
    if (!isMember && (uses(name) || (makesEmulator && name === 'createEmulator')))
      lines.push(`import { ${name} } from '${from}'`)
  }
  for (const [module, exported] of Object.entries(others)) {
    for (const name of exported) if (uses(name)) lines.push(`import { ${name} } from '${module}'`)
  }
  if (makesEmulator) lines.push('const emulator = createEmulator()')
  return `${lines.join(';')};${code}\nexport {}\n`
}

/**
 * The compiler errors in the examples, each with its location; empty if all compile. They are compiled without the DOM
 * library, like most projects for Node.
 */
export function typeErrors(examples: readonly Example[], names: readonly PublicName[]): readonly string[] {
  // Inside the repository, so that dependencies resolve.
  const folder = mkdtempSync(join(root, '.emulator-examples-'))
  const api = new API({ cwd: folder })
  try {
    for (const [index, { code, isModule }] of examples.entries())
      writeFileSync(join(folder, `example-${index}.ts`), isModule ? code : toModule(code, names))
    writeFileSync(join(folder, 'not-installed.d.ts'), notInstalled)
    const paths = Object.fromEntries(
      Object.entries(entries).map(([entry, source]) => [importName(entry), [join(root, source)]]),
    )
    const config = join(folder, 'tsconfig.json')
    const compilerOptions = {
      paths,
      lib: ['es2023', 'esnext.disposable'],
      declaration: false,
      noUnusedLocals: false,
    }
    writeFileSync(config, JSON.stringify({ extends: '../tsconfig.json', compilerOptions, include: ['*.ts'] }))
    const { program } = api.updateSnapshot({ openProject: config }).getProjects()[0]!
    return examples.flatMap(({ at }, index) => {
      const file = join(folder, `example-${index}.ts`)
      const diagnostics = [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)]
      return diagnostics.map(({ text }) => `${at}: ${text}`)
    })
  } finally {
    api.close()
    rmSync(folder, { recursive: true, force: true })
  }
}
