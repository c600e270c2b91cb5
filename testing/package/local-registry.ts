import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** A package that the registry has, and its directory. */
interface RegistryPackage {
  readonly name: string
  readonly version: string
  readonly directory: string
}

export interface LocalRegistry {
  readonly url: string
  close(): Promise<void>
}

/**
 * An npm registry on loopback with the packages of this repository, so that a fresh project installs its dependencies
 * by npm's own rules and without a network.
 */
export async function startLocalRegistry(): Promise<LocalRegistry> {
  const packages = Map.groupBy(readInstalled(), ({ name }) => name)
  const server = createServer((incoming, outgoing) => {
    const [, name = '', , version] =
      /^\/((?:@[^/]+\/)?[^/]+)(\/-\/(.+)\.tgz)?$/.exec(decodeURIComponent(incoming.url ?? '')) ?? []
    const versions = packages.get(name)
    const available = versions?.find((each) => each.version === version)
    if (available)
      return void pack(available).then(
        (tarball) => outgoing.end(tarball),
        (error: unknown) => outgoing.writeHead(500).end(String(error)),
      )
    if (!versions || version !== undefined)
      return void outgoing.writeHead(404, { 'content-type': 'application/json' }).end('{"error":"not found"}')
    outgoing.setHeader('content-type', 'application/json')
    outgoing.end(JSON.stringify(toPackument(name, versions, `http://${incoming.headers.host}`)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () => new Promise((resolve) => (server.close(() => resolve()), server.closeAllConnections())),
  }
}

/** The packages of package-lock.json that are in node_modules. */
function readInstalled(): readonly RegistryPackage[] {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { name?: string; version: string }>
  }
  return Object.entries(packages).flatMap(([path, { name, version }]) => {
    const directory = join(root, path)
    return path === '' || !existsSync(join(directory, 'package.json'))
      ? []
      : [{ name: name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length), version, directory }]
  })
}

function toPackument(name: string, versions: readonly RegistryPackage[], origin: string): unknown {
  const manifests = versions.map(
    ({ version, directory }) =>
      [version, { ...readManifest(directory), dist: { tarball: `${origin}/${name}/-/${version}.tgz` } }] as const,
  )
  const latest = versions
    .map(({ version }) => version)
    .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
    .at(-1)
  return { name, 'dist-tags': { latest }, versions: Object.fromEntries(manifests) }
}

function readManifest(directory: string): Record<string, unknown> {
  return JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8')) as Record<string, unknown>
}

/** Packs a package. npm removes the first part of each path. */
function pack({ directory }: RegistryPackage): Promise<Buffer> {
  const name = basename(directory)
  return new Promise((resolve, reject) => {
    execFile(
      'tar',
      ['-czf', '-', `--exclude=${name}/node_modules`, '-C', dirname(directory), name],
      { encoding: 'buffer', maxBuffer: 2 ** 30 },
      (error, stdout) => (error ? reject(error) : resolve(stdout)),
    )
  })
}
