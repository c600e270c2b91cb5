// `npm run binary`: writes the command line as one file that needs no Node, by Node's own --build-sea.
import { execFileSync } from 'node:child_process'
import { globSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { fileURLToPath } from 'node:url'
import { build } from 'tsdown'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Returns a Node that knows --build-sea, which came with Node 25.5: the given one, this one, or npm's Node 26. */
function findNode(path: string | undefined, directory: string): string {
  if (path !== undefined) return resolve(path)
  if (process.allowedNodeEnvironmentFlags.has('--build-sea') || Number(process.versions.node.split('.')[0]) >= 26)
    return process.execPath
  const packed = execFileSync(
    'npm',
    ['pack', '--silent', '--fetch-timeout=20000', '--fetch-retries=1', `node-${process.platform}-${process.arch}@26`],
    {
      cwd: directory,
      encoding: 'utf8',
    },
  )
  execFileSync('tar', ['-xzf', packed.trim().split('\n').at(-1)!], { cwd: directory })
  return join(directory, 'package/bin/node')
}

/** Bundles dist/main.js into one file, as the binary can import nothing else but Node's own modules. */
async function bundle(directory: string): Promise<void> {
  const entry = join(directory, 'entry.mjs')
  writeFileSync(
    entry,
    `import { run } from ${JSON.stringify(`${root}dist/main.js`)}\nawait run(process.argv.slice(2))\n`,
  )
  await build({
    config: false,
    cwd: root,
    entry: { emulator: entry },
    outDir: join(directory, 'bundle'),
    format: 'esm',
    platform: 'node',
    dts: false,
    clean: false,
    logLevel: 'error',
    deps: {
      alwaysBundle: [/^(?!node:)/],
      neverBundle: ['msw', '@msw/data', 'vitest', '@playwright/test'],
      onlyBundle: false,
    },
    outputOptions: { codeSplitting: false, entryFileNames: 'emulator.mjs' },
  })
}

const { values } = parseArgs({ options: { out: { type: 'string' }, node: { type: 'string' } } })
const output = resolve(values.out ?? join(root, '.emulator-binary'))
const directory = mkdtempSync(join(tmpdir(), 'emulator-binary-'))
try {
  await bundle(directory)
  const main = join(directory, 'bundle/emulator.mjs')
  const files = globSync(['docs/*.md', 'init/control-clients/*'], { cwd: join(root, 'bin') })
  const texts = files.map((file) => [file, join(root, 'bin', file)])
  const assets = { 'console.html': join(root, 'dist/console.html'), ...(Object.fromEntries(texts) as object) }
  const config = { main, mainFormat: 'module', output, assets, disableExperimentalSEAWarning: true }
  writeFileSync(join(directory, 'sea.json'), JSON.stringify(config))
  execFileSync(findNode(values.node, directory), ['--build-sea', join(directory, 'sea.json')], { stdio: 'inherit' })
  console.log(`${(statSync(output).size / 1e6).toFixed(0)} MB in ${output}`)
} finally {
  rmSync(directory, { recursive: true, force: true })
}
