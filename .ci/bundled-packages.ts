// The bundled packages in dist/: their licences, and a bill of materials for scanners.
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

const moduleIds = new Set<string>()

/** Adds the modules of a build, and writes the notices and the bill of all builds so far, which end in any order. */
export function addBundled(chunks: readonly object[]): void {
  for (const chunk of chunks as readonly { readonly moduleIds?: readonly string[] }[])
    for (const id of chunk.moduleIds ?? []) moduleIds.add(id)
  const packages = findPackages([...moduleIds])
  writeFileSync(`${root}dist/licenses.txt`, licenseNotices(packages))
  writeFileSync(`${root}dist/sbom.cdx.json`, billOfMaterials(packages))
}

/** A package whose code is in dist/. */
interface BundledPackage {
  readonly name: string
  readonly version: string
  /** An SPDX expression. */
  readonly license: string
  readonly directory: string
}

/** The packages of some modules, in the order of their folders. A version that is installed twice counts once. */
function findPackages(moduleIds: readonly string[]): readonly BundledPackage[] {
  const directories = new Set(
    moduleIds.flatMap((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(id)?.[0] ?? []),
  )
  const packages = [...directories].sort().map((directory) => {
    const { name, version, license } = JSON.parse(readFileSync(`${directory}/package.json`, 'utf8')) as BundledPackage
    return { name, version, license, directory }
  })
  const byVersion = Map.groupBy(packages, ({ name, version }) => packageUrl(name, version))
  return [...byVersion.values()].map(([first]) => first!)
}

/** The notices that the licences of the bundled packages require. */
function licenseNotices(packages: readonly BundledPackage[]): string {
  const notices = packages.map(({ name, version, license, directory }) => {
    const [file] = globSync('{LICENSE,LICENCE,license}*', { cwd: directory })
    const text = file === undefined ? '' : readFileSync(`${directory}/${file}`, 'utf8').trim()
    return `${name} ${version} (${license})\n\n${text}\n`
  })
  return `The files beside this one hold code of these packages.\n\n${notices.join(`\n${'-'.repeat(80)}\n\n`)}`
}

/**
 * The bundled packages as CycloneDX 1.6. `npm audit` cannot see them, because they are not dependencies of the
 * published package. The bill has neither a serial number nor a time, so that builds are reproducible.
 */
function billOfMaterials(packages: readonly BundledPackage[]): string {
  const { name, version, license } = readJson<BundledPackage>('package.json')
  const locked = readJson<{ readonly packages: Readonly<Record<string, { readonly integrity?: string }>> }>(
    'package-lock.json',
  ).packages
  const components = packages.map((bundled) => {
    const integrity = locked[relative(root, bundled.directory)]?.integrity
    return { ...toComponent(bundled), ...(integrity === undefined ? {} : { hashes: [toCycloneDxHash(integrity)] }) }
  })
  const bill = {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { ...toComponent({ name, version, license }), type: 'application' } },
    components,
    dependencies: [
      {
        ref: packageUrl(name, version),
        dependsOn: packages.map((bundled) => packageUrl(bundled.name, bundled.version)),
      },
      ...packages.map((bundled) => ({ ref: packageUrl(bundled.name, bundled.version) })),
    ],
  }
  return `${JSON.stringify(bill, undefined, 2)}\n`
}

function toComponent({ name, version, license }: Omit<BundledPackage, 'directory'>): Readonly<Record<string, unknown>> {
  const purl = packageUrl(name, version)
  return { type: 'library', 'bom-ref': purl, name, version, purl, licenses: [{ expression: license }] }
}

/** A package URL. The scope is its namespace, with the @ percent-encoded. */
function packageUrl(name: string, version: string): string {
  return `pkg:npm/${name.replace('@', '%40')}@${version}`
}

/** Converts an integrity of the lock file, such as sha512-… in base64, to a CycloneDX hash. */
function toCycloneDxHash(integrity: string): { readonly alg: string; readonly content: string } {
  const [algorithm = '', content = ''] = integrity.split('-')
  return { alg: algorithm.replace('sha', 'SHA-'), content: Buffer.from(content, 'base64').toString('hex') }
}

function readJson<T>(file: string): T {
  return JSON.parse(readFileSync(`${root}${file}`, 'utf8')) as T
}
