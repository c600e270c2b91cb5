import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { deviations } from '../emulator/disturb/deviations/deviations.ts'
import { type Installer, openInstaller } from '../testing/package/installer.ts'
import { runProgram } from '../testing/package/pack-package.ts'
import { pageFiles } from '../testing/readme-code.ts'
import { exactNames, noPlatform, platformTypes, runnerEntries } from '../testing/package/package-consumer.ts'
import { blocksOf, notInstalled } from './examples.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const name = '@platform-data/emulator'

let installer: Installer
beforeAll(async () => {
  installer = await openInstaller(inject('packed').tarball)
})
afterAll(() => installer.close())

const strict = {
  strict: true,
  noEmit: true,
  skipLibCheck: false,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  target: 'es2022',
}
/** Programs without the DOM library: with the types of Node, or with no types of the platform at all. */
const nodenext = { ...strict, module: 'nodenext', moduleResolution: 'nodenext', lib: ['es2023'] }
const programs = {
  'node-alone': {
    compilerOptions: { ...nodenext, types: ['node'] },
    include: ['exact-names.ts', 'every-entry.ts', 'platform.ts', 'readme-*.ts'],
  },
  'no-platform': { compilerOptions: { ...nodenext, types: [] }, include: ['no-platform.ts'] },
  'web-worker': {
    compilerOptions: { ...nodenext, lib: ['es2023', 'webworker'], types: [] },
    include: ['exact-names.ts', 'platform.ts', 'no-platform.ts'],
  },
  bundler: {
    compilerOptions: { ...strict, module: 'esnext', moduleResolution: 'bundler', types: ['node'] },
    include: ['exact-names.ts', 'runner-entries.ts', 'every-entry.ts', 'platform.ts'],
  },
  node16: {
    compilerOptions: { ...strict, module: 'node16', moduleResolution: 'node16', types: ['node'] },
    include: ['exact-names.ts', 'runner-entries.ts', 'every-entry.ts', 'platform.ts'],
  },
  nodenext: {
    compilerOptions: { ...strict, module: 'nodenext', moduleResolution: 'nodenext', types: ['node'] },
    include: ['exact-names.ts', 'runner-entries.ts', 'every-entry.ts', 'platform.ts'],
  },
  browser: {
    compilerOptions: { ...strict, module: 'esnext', moduleResolution: 'bundler', lib: ['es2022', 'dom'], types: [] },
    include: ['exact-names.ts'],
  },
  'older-compiler': {
    compilerOptions: { ...strict, module: 'nodenext', moduleResolution: 'nodenext', lib: ['es2022', 'dom'], types: [] },
    include: ['exact-names.ts'],
  },
  commonjs: {
    compilerOptions: { ...strict, module: 'node16', moduleResolution: 'node16', types: ['node'] },
    include: ['common-names.cts', 'common-entries.cts'],
  },
  'commonjs-bundler': {
    compilerOptions: { ...strict, module: 'preserve', moduleResolution: 'bundler', types: ['node'] },
    include: ['common-names.cts', 'common-entries.cts'],
  },
  'commonjs-node10-older-compiler': {
    compilerOptions: {
      ...strict,
      module: 'commonjs',
      moduleResolution: 'node10',
      lib: ['es2022', 'dom'],
      types: [],
    },
    include: ['exact-names.ts', 'kit-and-server.ts'],
  },
}

/** The entries that node10 finds without `exports`. The types of test runners need a newer resolution. */
const kitAndServer = `
import { parseTargetFile, type Target } from '@platform-data/emulator/conformance'
import { serve, type RunningServer } from '@platform-data/emulator/node'
export const used: [Target, typeof serve, RunningServer?] = [parseTargetFile('', {}), serve]
`

it('compiles in a strict TypeScript project, where a name that does not exist does not', async () => {
  const directory = await installer.create('typescript')
  const modules = join(directory, 'node_modules')
  const { exports } = JSON.parse(readFileSync(join(modules, name, 'package.json'), 'utf8')) as {
    exports: Record<string, unknown>
  }
  const entries = Object.keys(exports)
    .filter((entry) => !/\.json$|\*/.test(entry))
    .map((entry) => join(name, entry))
  writeFileSync(join(directory, 'exact-names.ts'), exactNames.replaceAll('DEVIATION', deviations[0]!.name))
  writeFileSync(join(directory, 'common-names.cts'), exactNames.replaceAll('DEVIATION', deviations[0]!.name))
  writeFileSync(
    join(directory, 'common-entries.cts'),
    entries
      // @msw/data has ES modules alone.
      .filter((entry) => !entry.endsWith('msw-data'))
      .map((entry, index) => `export * as entry${index} from '${entry}'\n`)
      .join(''),
  )
  writeFileSync(join(directory, 'kit-and-server.ts'), kitAndServer)
  writeFileSync(join(directory, 'runner-entries.ts'), runnerEntries)
  writeFileSync(join(directory, 'platform.ts'), platformTypes)
  writeFileSync(join(directory, 'no-platform.ts'), noPlatform)
  writeFileSync(join(directory, 'readme-others.d.ts'), notInstalled)
  for (const [index, { code }] of pageFiles.flatMap(blocksOf).entries())
    writeFileSync(join(directory, `readme-${index}.ts`), code)
  writeFileSync(
    join(directory, 'every-entry.ts'),
    entries.map((entry, index) => `export * as entry${index} from '${entry}'\n`).join(''),
  )
  // The peers are linked, as npm would only copy them.
  for (const peer of ['vitest', 'msw', '@msw/data', '@playwright/test', '@types/node']) {
    const link = join(modules, peer)
    mkdirSync(dirname(link), { recursive: true })
    symlinkSync(join(root, 'node_modules', peer), link)
  }
  for (const [title, program] of Object.entries(programs))
    writeFileSync(join(directory, `tsconfig.${title}.json`), JSON.stringify(program))
  for (const title of Object.keys(programs)) {
    // The types must also work with the compiler that most projects have.
    const compiler = title.endsWith('older-compiler')
      ? 'node_modules/@arethetypeswrong/core/node_modules/typescript'
      : 'node_modules/typescript'
    const printed = await runProgram(
      process.execPath,
      [join(root, compiler, 'bin/tsc'), '--pretty', 'false', '-p', `tsconfig.${title}.json`],
      directory,
    ).catch(String)
    // Errors in the declarations of other packages are not ours.
    const printedFiles = printed
      .split('\n')
      .filter(
        (line) =>
          /^\S.*\.c?ts\(\d+,\d+\): error|^error/.test(line) && (!line.includes('node_modules/') || line.includes(name)),
      )
    expect([title, printedFiles]).toEqual([title, []])
  }
})
