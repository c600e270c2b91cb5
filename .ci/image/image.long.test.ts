// Builds the image from the packed tarball, and runs it with what Debian has.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, inject, it, onTestFinished } from 'vitest'
import { parse } from 'yaml'
import { emulatorOptions } from '../../bin/options/emulator-options.ts'
import { installDebian } from '../../testing/debian.ts'
import { runProgram } from '../../testing/package/pack-package.ts'

const builder = fileURLToPath(new URL('build-image.ts', import.meta.url))
const directory = mkdtempSync(join(tmpdir(), 'emulator-image-test-'))
const layout = join(directory, 'layout')

const build = (...args: string[]) =>
  runProgram(process.execPath, [builder, '--tarball', inject('packed').tarball, ...args], directory)

let built: string
beforeAll(async () => {
  built = await build('--out', layout)
})
afterAll(() => rmSync(directory, { recursive: true, force: true }))

/** The members of an image configuration that a test reads. */
interface ImageConfig {
  readonly architecture: string
  readonly config: {
    readonly User: string
    readonly Entrypoint: readonly string[]
    readonly Cmd: readonly string[]
    readonly Healthcheck: { readonly Test: readonly string[] }
  }
}

const readJson = (...path: string[]): unknown => JSON.parse(readFileSync(join(...path), 'utf8'))
const blob = (digest: string) => join(layout, 'blobs/sha256', digest.slice('sha256:'.length))

function readImage(): { readonly layers: readonly string[]; readonly image: ImageConfig } {
  const { manifests } = readJson(layout, 'index.json') as { manifests: { digest: string }[] }
  const { config, layers } = readJson(blob(manifests[0]!.digest)) as {
    config: { digest: string }
    layers: { digest: string }[]
  }
  return { layers: layers.map(({ digest }) => digest), image: readJson(blob(config.digest)) as ImageConfig }
}

it('has the same bytes from the same commit, named by their digests', async () => {
  const again = await build('--out', join(directory, 'again'))
  expect(again.split(' ')[0]).toBe(built.split(' ')[0])
  for (const name of readdirSync(join(layout, 'blobs/sha256'))) {
    expect(
      createHash('sha256')
        .update(readFileSync(blob(`sha256:${name}`)))
        .digest('hex'),
    ).toBe(name)
  }
})

it('writes the same layers as a context for docker build, whose Dockerfile says what the layout says', async () => {
  const context = join(directory, 'context')
  await build('--context', context)
  const dockerfile = readFileSync(join(context, 'Dockerfile'), 'utf8')
  const { layers, image } = readImage()
  const added = [...dockerfile.matchAll(/^ADD (\S+) \/$/gm)].map((match) => match[1]!)
  const digests = added.map(
    (file) =>
      `sha256:${createHash('sha256')
        .update(readFileSync(join(context, file)))
        .digest('hex')}`,
  )
  expect(digests).toEqual(layers)
  const { User, Entrypoint, Cmd, Healthcheck } = image.config
  expect(dockerfile).toContain(`\nUSER ${User}\n`)
  expect(dockerfile).toContain(`\nENTRYPOINT ${JSON.stringify(Entrypoint)}\nCMD ${JSON.stringify(Cmd)}\n`)
  expect(dockerfile).toContain(` CMD ${JSON.stringify(Healthcheck.Test.slice(1))}\n`)
})

it('leaves the root of the file system to root, and all but /data and /tmp', async () => {
  const listed = await Promise.all(
    readImage().layers.map((digest) => runProgram('tar', ['--numeric-owner', '-tvzf', blob(digest)], directory)),
  )
  const entries = listed
    .join('\n')
    .split('\n')
    .flatMap((line) => {
      const [, owner, , , , path] = line.split(/\s+/)
      return path === undefined ? [] : [{ owner, path }]
    })
  expect(entries.filter(({ owner }) => owner !== '0/0')).toEqual([
    { owner: '65532/65532', path: 'data/' },
    { owner: '65532/65532', path: 'tmp/' },
  ])
  expect(entries.map(({ path }) => path)).not.toContain('./')
})

it('refuses a directory that has files', async () => {
  await expect(build('--out', layout)).rejects.toThrow('--out takes a directory that is new or empty')
})

it('has a compose file whose options the command line has', () => {
  const text = readFileSync(new URL('compose.yaml', import.meta.url), 'utf8')
  const { services } = parse(text) as { services: { emulator: { command: string[] } } }
  const [command, ...options] = services.emulator.command
  expect(command).toBe('start')
  const names = options.map((option) => /^--([\w-]+)=./.exec(option)?.[1])
  expect(Object.keys(emulatorOptions)).toEqual(expect.arrayContaining(names))
})

const missing = installDebian({ skopeo: 'skopeo', umoci: 'umoci', runc: 'runc' })

it.skipIf(missing)('runs as nobody on a read-only file system, and keeps its data in /data', async (context) => {
  expect(await runProgram('skopeo', ['inspect', `oci:${layout}`], directory)).toContain('Platform Data API emulator')
  const bundle = join(directory, 'bundle')
  const { version } = readJson(fileURLToPath(new URL('../../package.json', import.meta.url))) as { version: string }
  await runProgram('umoci', ['unpack', '--image', `${layout}:${version}`, bundle], directory)
  const data = join(directory, 'data')
  mkdirSync(data)
  chownSync(data, 65_532, 65_532)
  confine(bundle, data, ['--port', '0', '--json', '--data', '/data/worlds.db'])
  const state = join(directory, 'runc')
  const name = `emulator-${process.pid}`
  const running = spawn('runc', ['--root', state, 'run', '--bundle', bundle, name], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(running, 'exit')
  let errors = ''
  running.stderr.setEncoding('utf8').on('data', (text) => (errors += text))
  const first = once(createInterface(running.stdout), 'line') as Promise<[string]>
  const line = await Promise.race([first.then(([text]) => text), ended.then(() => undefined)])
  if (line === undefined) return context.skip(`runc cannot run containers here: ${errors.trim()}`)
  onTestFinished(async () => {
    running.kill('SIGKILL')
    await runProgram('runc', ['--root', state, 'delete', '--force', name], directory).catch(() => {})
  })
  const { url, credentials } = JSON.parse(line) as { url: string; credentials: { token: string } }
  const headers = { authorization: `Bearer ${credentials.token}`, 'content-type': 'application/json' }
  const body = '{"name":"kept"}'
  expect((await fetch(`${url}/1.13/projects`, { method: 'POST', headers, body })).status).toBe(201)
  expect(existsSync(join(data, 'worlds.db'))).toBe(true)
  const exec = (...command: string[]) => runProgram('runc', ['--root', state, 'exec', name, ...command], directory)
  const [, node = '', , script = ''] = readImage().image.config.Healthcheck.Test
  const status = await exec(node, '-p', 'process.getuid()')
  expect(status.trim()).toBe('65532')
  await exec(node, '-e', script.replace('http://127.0.0.1:4113', url))
  await expect(exec(node, '-e', script.replace('4113', '1'))).rejects.toThrow('failed')
  await expect(exec(node, '-e', "require('fs').writeFileSync('/app/x', '')")).rejects.toThrow('EROFS')
  running.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
})

/** Prepares a bundle for a machine without a network and cgroups of its own: it shares loopback with the test. */
function confine(bundle: string, data: string, args: readonly string[]): void {
  interface Spec {
    process: { terminal: boolean; args: string[] }
    root: { readonly: boolean }
    mounts: { destination: string; type: string; source?: string; options?: string[] }[]
    linux: { namespaces: { type: string }[]; resources?: unknown }
  }
  const file = join(bundle, 'config.json')
  const spec = JSON.parse(readFileSync(file, 'utf8')) as Spec
  spec.process.terminal = false
  spec.process.args.push(...args)
  spec.root.readonly = true
  spec.linux.namespaces = spec.linux.namespaces.filter(({ type }) => type !== 'network' && type !== 'cgroup')
  delete spec.linux.resources
  spec.mounts = [
    ...spec.mounts.filter(({ type, destination }) => type !== 'cgroup' && destination !== '/etc/resolv.conf'),
    { destination: '/tmp', type: 'tmpfs', source: 'tmpfs', options: ['mode=1777'] },
    { destination: '/data', type: 'bind', source: data, options: ['bind', 'rw'] },
  ]
  writeFileSync(file, JSON.stringify(spec))
}
