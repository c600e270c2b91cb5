// `npm run image`: writes a container image from the packed package, without root, a daemon or a network.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { fileURLToPath } from 'node:url'
import { packPackage } from '../../testing/package/pack-package.ts'
import { type Layer, toLayer, writeLayout } from './layout.ts'
import { program, stageNode, stagePackage, stageWritable, user } from './stage.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

const usage = `npm run image                      writes an OCI image layout to ./.emulator-image
npm run image -- --out DIR         writes it to DIR, which must be new or empty
npm run image -- --context DIR     writes a context for "docker build" to DIR instead
npm run image -- --tarball FILE    uses a packed package; without it, packs this one`

/** The health check. Its port is the one of the default command. */
const health = `fetch('http://127.0.0.1:4113/_emulator/health').then((r)=>process.exit(r.ok?0:1),()=>process.exit(1))`

const node = '/usr/local/bin/node'

function configOf(version: string, revision: string): Readonly<Record<string, unknown>> {
  return {
    User: `${user}:${user}`,
    WorkingDir: '/data',
    Env: ['PATH=/usr/local/bin', 'HOME=/tmp', 'NODE_COMPILE_CACHE=/tmp/node-compile-cache'],
    Entrypoint: [node, program],
    Cmd: ['start'],
    ExposedPorts: { '4113/tcp': {} },
    // Docker and Podman know this member; the OCI specification allows and ignores it.
    Healthcheck: { Test: ['CMD', node, '-e', health], Interval: 5e9, Timeout: 3e9, StartPeriod: 5e9, Retries: 3 },
    Labels: {
      'org.opencontainers.image.title': 'Platform Data API emulator',
      'org.opencontainers.image.version': version,
      'org.opencontainers.image.revision': revision,
      'org.opencontainers.image.licenses': 'MIT',
    },
  }
}

/** The same image as instructions for `docker build`. */
function dockerfileOf(layers: readonly string[]): string {
  return `FROM scratch
${layers.map((layer) => `ADD ${layer} /\n`).join('')}USER ${user}:${user}
WORKDIR /data
ENV PATH=/usr/local/bin HOME=/tmp NODE_COMPILE_CACHE=/tmp/node-compile-cache
EXPOSE 4113
HEALTHCHECK --interval=5s --timeout=3s --start-period=5s --retries=3 CMD ${JSON.stringify([node, '-e', health])}
ENTRYPOINT ${JSON.stringify([node, program])}
CMD ["start"]
`
}

const git = (...args: string[]): string | undefined => {
  try {
    return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  } catch {
    return undefined
  }
}

function emptyDirectory(option: string, path: string): string {
  const directory = resolve(path)
  if (existsSync(directory) && readdirSync(directory).length > 0)
    throw new Error(`${option} takes a directory that is new or empty; ${directory} has files. Remove them.`)
  mkdirSync(directory, { recursive: true })
  return directory
}

async function tarballOf(path: string | undefined): Promise<{ readonly tarball: string; remove(): void }> {
  if (path !== undefined) return { tarball: resolve(path), remove: () => {} }
  const { directory, tarball } = await packPackage()
  return { tarball, remove: () => rmSync(directory, { recursive: true, force: true }) }
}

function makeLayers(tarball: string, seconds: number): readonly Layer[] {
  const staging = mkdtempSync(join(tmpdir(), 'emulator-image-'))
  try {
    const [base, program, writable] = ['base', 'own', 'writable'].map((name) => join(staging, name)) as [
      string,
      string,
      string,
    ]
    stageNode(base, process.execPath)
    stagePackage(program, root, tarball)
    stageWritable(writable)
    return [
      toLayer(base, `Node ${process.versions.node} and the shared libraries that it needs`, seconds, 0),
      toLayer(program, 'the package and its dependencies', seconds, 0),
      toLayer(writable, 'what the user may write', seconds, user),
    ]
  } finally {
    rmSync(staging, { recursive: true, force: true })
  }
}

function writeContext(directory: string, layers: readonly Layer[]): void {
  const names = layers.map((_, index) => `layer-${index + 1}.tar.gz`)
  for (const [index, { bytes }] of layers.entries()) writeFileSync(join(directory, names[index]!), bytes)
  writeFileSync(join(directory, 'Dockerfile'), dockerfileOf(names))
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      out: { type: 'string' },
      context: { type: 'string' },
      tarball: { type: 'string' },
      help: { type: 'boolean' },
    },
  })
  if (values.help) return void console.log(usage)
  if (process.platform !== 'linux') throw new Error(`The image has this machine's Node, so build it on Linux.`)
  const context = values.context === undefined ? undefined : emptyDirectory('--context', values.context)
  const out = context ?? emptyDirectory('--out', values.out ?? join(root, '.emulator-image'))
  const seconds = Number(process.env['SOURCE_DATE_EPOCH'] ?? git('log', '-1', '--format=%ct') ?? 0)
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  const revision = git('rev-parse', 'HEAD') ?? 'unknown'
  const packed = await tarballOf(values.tarball)
  try {
    const layers = makeLayers(packed.tarball, seconds)
    const megabytes = (layers.reduce((sum, { bytes }) => sum + bytes.length, 0) / 1e6).toFixed(1)
    if (context !== undefined) {
      writeContext(context, layers)
      return void console.log(`${megabytes} MB in ${context}\n\ndocker build -t platform-data/emulator ${context}`)
    }
    const architecture = { x64: 'amd64', arm64: 'arm64' }[process.arch as string] ?? process.arch
    const digest = writeLayout(out, layers, {
      architecture,
      seconds,
      config: configOf(version, revision),
      annotations: {
        'org.opencontainers.image.version': version,
        'org.opencontainers.image.revision': revision,
      },
      tag: version,
    })
    console.log(`${digest} (${megabytes} MB) in ${out}`)
    console.log(`\nskopeo copy oci:${out}:${version} docker-daemon:platform-data/emulator:latest`)
  } finally {
    packed.remove()
  }
}

await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})
