import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, inject, it } from 'vitest'
import { deviations } from '../../emulator/disturb/deviations/shipped.ts'
import { makeFolder } from '../../testing/package/install-package.ts'
import { runProgram } from '../../testing/package/pack-package.ts'
import { exactNames, noPlatform, platformTypes, runnerEntries } from '../../testing/package/package-consumer.ts'
import { pageFiles } from '../../testing/readme-code.ts'
import { markdownExamples, notInstalled } from '../examples.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const name = '@platform-data/emulator'
const { withPeers } = inject('packed')

const strict = {
  strict: true,
  noEmit: true,
  skipLibCheck: false,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  target: 'es2022',
}
const node = { ...strict, module: 'nodenext', moduleResolution: 'nodenext', lib: ['es2023'], types: ['node'] }
const bundler = { ...strict, module: 'esnext', moduleResolution: 'bundler', types: [] }
const node10 = { ...strict, module: 'commonjs', moduleResolution: 'node10', types: [] }

/** Each way in which projects resolve the package, with the types of Node, of a browser or of no platform at all. */
const programs = {
  node: {
    compilerOptions: node,
    include: [
      'exact-names.ts',
      'runner-entries.ts',
      'every-entry.ts',
      'platform.ts',
      'common-entries.cts',
      'page-*.ts',
    ],
  },
  'no-platform': { compilerOptions: { ...node, types: [] }, include: ['no-platform.ts'] },
  browser: {
    compilerOptions: { ...bundler, lib: ['es2022', 'dom'] },
    include: ['exact-names.ts', 'platform.ts'],
  },
  'node10-older-compiler': {
    compilerOptions: { ...node10, lib: ['es2022', 'dom'] },
    include: ['exact-names.ts', 'kit-and-server.ts'],
  },
}

/** The entries that node10 resolution finds without `exports`. The types of test runners need a newer one. */
const kitAndServer = `
import { parseTargetFile, type Target } from '@platform-data/emulator/conformance'
import { serve, type RunningServer } from '@platform-data/emulator/node'
export const used: [Target, typeof serve, RunningServer?] = [parseTargetFile('', {}), serve]
`

it('compiles in a strict TypeScript project, and does not compile with an unknown name', async () => {
  const { exports } = JSON.parse(readFileSync(join(withPeers, 'node_modules', name, 'package.json'), 'utf8')) as {
    readonly exports: object
  }
  const entries = Object.keys(exports).filter((entry) => !/\.json$|\*/.test(entry))
  const everyEntry = (all: readonly string[]) =>
    all.map((entry, index) => `export * as entry${index} from '${join(name, entry)}'\n`).join('')
  const pages = pageFiles.flatMap(markdownExamples).map(({ code }, index) => [`page-${index}.ts`, code] as const)
  const directory = makeFolder(withPeers, {
    'exact-names.ts': exactNames.replaceAll('DEVIATION', deviations[0]!.name),
    'kit-and-server.ts': kitAndServer,
    'runner-entries.ts': runnerEntries,
    'platform.ts': platformTypes,
    'no-platform.ts': noPlatform,
    'page-others.d.ts': notInstalled,
    'every-entry.ts': everyEntry(entries),
    // @msw/data has only ES modules.
    'common-entries.cts': everyEntry(entries.filter((entry) => !entry.endsWith('msw-data'))),
    ...Object.fromEntries(pages),
    ...Object.fromEntries(
      Object.entries(programs).map(([title, program]) => [`tsconfig.${title}.json`, JSON.stringify(program)]),
    ),
  })
  for (const title of Object.keys(programs)) {
    // The types must also work with the compiler that most projects have.
    const compiler = title.endsWith('older-compiler')
      ? 'node_modules/@arethetypeswrong/core/node_modules/typescript'
      : 'node_modules/typescript'
    const tsc = [join(root, compiler, 'bin/tsc'), '--pretty', 'false', '-p', `tsconfig.${title}.json`]
    const printed = await runProgram(process.execPath, tsc, directory).catch(String)
    // Errors in the declarations of other packages are not ours.
    const errors = printed
      .split('\n')
      .filter(
        (line) =>
          /^\S.*\.c?ts\(\d+,\d+\): error|^error/.test(line) && (!line.includes('node_modules/') || line.includes(name)),
      )
    expect([title, errors]).toEqual([title, []])
  }
})
