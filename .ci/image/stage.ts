// The files of the container image, as directories from which layers are made.
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  globSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** The user that the image runs as. */
export const user = 65_532

/** Where the package is in the image. */
export const program = '/app/node_modules/@platform-data/emulator/bin/emulator.js'

/** Stages Node with the shared libraries that it needs, and what a C library expects of a system. */
export function stageNode(directory: string, node: string): void {
  copy(node, join(directory, 'usr/local/bin/node'))
  for (const library of librariesOf(node)) {
    copy(realpathSync(library), join(directory, library))
    const licence = licenceOf(library)
    if (licence !== undefined) copy(licence, join(directory, licence))
  }
  write(join(directory, 'etc/passwd'), `root:x:0:0::/:/none\nemulator:x:${user}:${user}::/data:/none\n`)
  write(join(directory, 'etc/group'), `root:x:0:\nemulator:x:${user}:\n`)
  write(join(directory, 'etc/nsswitch.conf'), 'hosts: files dns\n')
  normalize(directory)
}

/** Stages the package and its dependencies, which package-lock.json pins. */
export function stagePackage(directory: string, root: string, tarball: string): void {
  const packageRoot = dirname(dirname(join(directory, program)))
  mkdirSync(packageRoot, { recursive: true })
  execFileSync('tar', ['-xzf', tarball, '--strip-components=1', '-C', packageRoot])
  for (const path of runtimePackages(root)) {
    const nested = join(root, path, 'node_modules')
    cpSync(join(root, path), join(directory, 'app', path), {
      recursive: true,
      filter: (source) => !source.startsWith(nested),
    })
  }
  normalize(directory)
}

/** Stages what the user of the image may write. */
export function stageWritable(directory: string): void {
  for (const [path, mode] of [
    ['data', 0o755],
    ['tmp', 0o1777],
  ] as const) {
    mkdirSync(join(directory, path), { recursive: true })
    chmodSync(join(directory, path), mode)
  }
}

/** The shared libraries of a program, the loader included, by their paths. */
function librariesOf(file: string): readonly string[] {
  const listed = execFileSync('ldd', [file], { encoding: 'utf8' })
  return [...listed.matchAll(/(?:=> |^\t)(\/\S+) \(/gm)].map((match) => match[1]!)
}

/** The copyright file of the Debian package that a library comes from. */
function licenceOf(library: string): string | undefined {
  try {
    const listed = [library, realpathSync(library)].map((path) => path.replace(/^\/lib/, '/usr/lib'))
    const owner = execFileSync('dpkg', ['-S', `*/${basename(listed[1]!)}`], { encoding: 'utf8', stdio: 'pipe' })
    const file = `/usr/share/doc/${/^[^:,\s]+/.exec(owner)![0]}/copyright`
    return existsSync(file) ? file : undefined
  } catch {
    return undefined
  }
}

/** The packages that package-lock.json installs for users of the package. */
function runtimePackages(root: string): readonly string[] {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: true; devOptional?: true; optional?: true; peer?: true }>
  }
  return Object.entries(packages).flatMap(([path, { dev, devOptional, optional, peer }]) =>
    path === '' || dev || devOptional || optional || peer ? [] : [path],
  )
}

function copy(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true })
  cpSync(from, to, { dereference: true })
}

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}

/** Gives every file one of two modes, so that the umask of the building user does not show. */
function normalize(directory: string): void {
  for (const path of globSync('**', { cwd: directory })) {
    const file = join(directory, path)
    const stat = lstatSync(file)
    if (!stat.isSymbolicLink()) chmodSync(file, stat.isDirectory() || stat.mode & 0o100 ? 0o755 : 0o644)
  }
}
