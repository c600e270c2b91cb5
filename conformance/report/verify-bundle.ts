import { terminalLines } from '../escaping/terminal.ts'
import { digestOf, kit } from '../catalogue/kit.ts'
import { longClaimText } from '../catalogue/profiles.ts'
import { requirements } from '../catalogue/requirements.ts'
import { KitError } from '../kit-error.ts'
import { bundleForm, type BundleManifest, fileOf, manifestName } from './bundle.ts'
import { isObject } from '../reading/find-list.ts'
import { claimOf, parsedReport, toJsonReport, toResult } from './bundled-report.ts'
import type { JsonReport } from './json.ts'
import { writeReport } from './reports.ts'
import { summarize } from './summary.ts'
import { counted } from './text.ts'
import { verdictLine } from './verdict-line.ts'

/** The result of verifying a bundle. */
export interface VerifiedBundle {
  /** The problems of the bundle, a sentence each. Without any, it is whole. */
  readonly problems: readonly string[]
  /** The claim and the results of the bundle, a sentence each. A bundle that is not whole shows nothing. */
  readonly statements: readonly string[]
  /**
   * The exit code: 1 if it is not whole or something failed, 4 if an applicable requirement was not decided, else 0.
   */
  readonly exitCode: 0 | 1 | 4
}

/** The files of a directory by name; undefined for other entries, such as directories and links. */
export type BundleContent = ReadonlyMap<string, Uint8Array | undefined>

/**
 * Verifies a bundle: its files must be those that its manifest lists, and its report, badge and manifest must follow
 * from its results.
 *
 * @throws KitError `invalid_bundle` if the directory is not a bundle.
 */
export function verifyBundle(content: BundleContent): VerifiedBundle {
  const manifest = parseManifest(content.get(manifestName))
  const changes = changesOf(manifest, content)
  if (changes.length > 0) return broken(changes)
  const report = toJsonReport(content.get('report.json'))
  if (!report) return broken(['report.json is no JSON report of this kit'])
  const problems = contradictions(manifest, report, new TextDecoder().decode(content.get('badge.svg')))
  if (problems.length > 0) return broken(problems)
  return {
    problems,
    statements: statementsOf(manifest, report, content.get(manifestName)!),
    exitCode: exitCodeOf(report),
  }
}

function broken(problems: readonly string[]): VerifiedBundle {
  return { problems, statements: [], exitCode: 1 }
}

/** The text of a verification. */
export function verificationText({ problems, statements }: VerifiedBundle): string {
  const lines =
    problems.length === 0
      ? statements
      : [
          `The bundle is not whole: ${counted(problems.length, 'problem')}. It proves nothing.`,
          ...problems.map((problem) => `  ${problem}`),
        ]
  return `${lines.map((line) => terminalLines(line)).join('\n')}\n`
}

function parseManifest(content: Uint8Array | undefined): BundleManifest {
  const advice = 'write one with --report bundle=DIR'
  if (!content) throw new KitError('invalid_bundle', `this is no bundle, as it has no ${manifestName}; ${advice}`)
  const manifest = parsedReport(content)
  if (!isObject(manifest) || manifest['form'] !== bundleForm) {
    const got = isObject(manifest) ? (JSON.stringify(manifest['form']) ?? 'none') : 'no JSON object'
    throw new KitError('invalid_bundle', `${manifestName}: expected the form "${bundleForm}"; got ${got}; ${advice}`)
  }
  const { files } = manifest
  const isFile = (file: unknown) =>
    isObject(file) && typeof file['bytes'] === 'number' && typeof file['sha256'] === 'string'
  const isComplete =
    isObject(files) &&
    Object.values(files).every(isFile) &&
    ['kit', 'requirements', 'target'].every((name) => isObject(manifest[name]))
  if (!isComplete)
    throw new KitError(
      'invalid_bundle',
      `${manifestName}: expected kit, requirements, target, and files with bytes and sha256; got ${JSON.stringify(manifest).slice(0, 120)}; ${advice}`,
    )
  return manifest as unknown as BundleManifest
}

function changesOf({ files }: BundleManifest, content: BundleContent): readonly string[] {
  const listed = Object.entries(files).flatMap(([name, { bytes, sha256 }]) => {
    if (!content.has(name)) return [`${name} is missing`]
    const found = content.get(name)
    if (!found) return [`${name} is not a file`]
    const now = fileOf(found)
    return now.sha256 === sha256 && now.bytes === bytes
      ? []
      : [`${name} was changed: expected ${bytes} bytes with SHA-256 ${sha256}; got ${now.bytes} with ${now.sha256}`]
  })
  const added = [...content.keys()].filter((name) => name !== manifestName && !Object.hasOwn(files, name))
  const unlisted = ['report.json', 'badge.svg'].filter((name) => !Object.hasOwn(files, name))
  return [
    ...listed,
    ...added.map((name) => `${name} was added: ${manifestName} does not list it`),
    ...unlisted.map((name) => `${manifestName} does not list ${name}`),
  ]
}

/** The problems of files that contradict each other, or the results. */
function contradictions(manifest: BundleManifest, report: JsonReport, badge: string): readonly string[] {
  const differ = (what: string, expected: unknown, got: unknown, where: string): readonly string[] =>
    JSON.stringify(expected) === JSON.stringify(got)
      ? []
      : [`${where} contradicts report.json: expected ${what} ${JSON.stringify(expected)}; got ${JSON.stringify(got)}`]
  const same = [
    ...differ('kit version', report.kit.version, manifest.kit.version, manifestName),
    ...differ('digest', report.kit.digest, manifest.requirements.digest, manifestName),
    ...differ('base URL', report.target.baseUrl, manifest.target.baseUrl, manifestName),
    ...differ('profile', report.profile, manifest.profile, manifestName),
    ...differ('without', report.without, manifest.without, manifestName),
    ...differ('conformant', report.conformant, manifest.conformant, manifestName),
    ...differ('startedAt', report.startedAt, manifest.startedAt, manifestName),
  ]
  if (!isJudgedAlike(report)) return same
  const { conformant, counts, requirements: counted, score } = summarize(toResult(report))
  const follows = (what: string, expected: unknown, got: unknown): readonly string[] =>
    JSON.stringify(expected) === JSON.stringify(got)
      ? []
      : [`report.json: expected ${what} ${JSON.stringify(expected)} from its results; got ${JSON.stringify(got)}`]
  return [
    ...same,
    ...follows('conformant', conformant, report.conformant),
    ...follows('summary', counts, report.summary),
    ...follows('requirements', counted, report.requirements),
    ...follows('score', score, report.score),
    ...(badge === writeReport('badge', toResult(report)) ? [] : ['badge.svg shows something else than report.json']),
  ]
}

function statementsOf(manifest: BundleManifest, report: JsonReport, source: Uint8Array): readonly string[] {
  const { head, rest } = verdictLine(summarize(toResult(report)))
  const { version, digest } = report.kit
  return [
    `The bundle is whole: ${counted(Object.keys(manifest.files).length, 'file')} as ${manifestName} lists them.`,
    '',
    `Claimed  ${longClaimText(claimOf(report))}`,
    ...(isJudgedAlike(report)
      ? [`Shown    ${head}: ${rest}.`]
      : [
          `Shown    conformant: ${String(report.conformant)}, ${report.requirements.decided} of ${counted(report.requirements.stated, 'stated requirement')} decided.`,
          `         This is kit ${kit.version} with other requirements, so this was not worked out anew.`,
        ]),
    `Target   ${report.target.baseUrl}, on ${report.startedAt}, with ${counted(report.requests, 'request')}`,
    `Kit      ${version}, requirements ${digest}`,
    '',
    `The SHA-256 of ${manifestName} is ${fileOf(source).sha256}.`,
    'The hashes show that nothing was changed since the bundle was written, not who wrote it: compare this one with',
    'what the author of the bundle has published.',
  ]
}

/** Returns true if this kit judges by the same requirements as a report. */
function isJudgedAlike({ kit: { version, digest } }: JsonReport): boolean {
  return version === kit.version && digest === digestOf(requirements)
}

function exitCodeOf({ summary }: JsonReport): 0 | 1 | 4 {
  if (summary.fail > 0) return 1
  return summary.pass === 0 || summary.blocked + summary.insufficientEvidence + summary.error > 0 ? 4 : 0
}
