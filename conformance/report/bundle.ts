import { createHash } from 'node:crypto'
import { kit } from '../catalogue/kit.ts'
import type { Offer, Profile } from '../catalogue/profiles.ts'
import { requirements } from '../catalogue/requirements.ts'
import type { RunResult } from '../judge/result.ts'
import { KitError } from '../kit-error.ts'
import { drawBadge } from './badge.ts'
import { harReport } from './har.ts'
import { type ReportOptions, writeReport } from './service-document.ts'
import { summarize } from './summary.ts'
import { isoTime } from './text.ts'

/** The name of a bundle's list of files. */
export const manifestName = 'manifest.json'

/** The first member of a manifest: the name and version of this format. */
export const bundleForm = 'platform-data-conformance-bundle/1'

/** The list of a bundle's files, with the claim of its report. */
export interface BundleManifest {
  /** The value of `bundleForm`. */
  readonly form: string
  /** The kit that wrote it. */
  readonly kit: { readonly name: string; readonly version: string }
  /** The catalogue of requirements that it judged by. */
  readonly requirements: { readonly count: number; readonly digest: string }
  /** The service that was checked. */
  readonly target: { readonly baseUrl: string }
  /** The part of the specification that the target claims. */
  readonly profile: Profile
  /** The parts that the target declares not to offer. */
  readonly without: readonly Offer[]
  /** The verdict, as in the JSON report. */
  readonly conformant: boolean | null
  /** The start of the run. */
  readonly startedAt: string
  /** Every other file, by name. */
  readonly files: Readonly<Record<string, BundledFile>>
}

/** The size and digest of a file in a bundle. */
export interface BundledFile {
  /** The length in bytes. */
  readonly bytes: number
  /** The SHA-256 in hexadecimal. */
  readonly sha256: string
}

/** The files of a bundle besides its manifest. */
export const bundledFiles = ['report.json', 'report.html', 'report.har', 'badge.svg'] as const

/**
 * The texts of a bundle's files by name. The manifest is last: a bundle without one is incomplete. The report contains
 * the hash of the HAR, so that neither can be changed without the other.
 * @throws KitError `quick_run`
 */
export function bundleFiles(result: RunResult, options: ReportOptions = {}): Readonly<Record<string, string>> {
  if (result.quick) throw new KitError('quick_run', 'a quick run does not prove conformance, so it has no bundle')
  const har = harReport(result)
  const summary = summarize(result)
  const { claim, conformant, digest } = summary
  const texts: Readonly<Record<(typeof bundledFiles)[number], string>> = {
    'report.json': writeReport('json', result, { ...options, har: hashText(har) }),
    'report.html': writeReport('html', result, options),
    'report.har': har,
    'badge.svg': drawBadge(result, summary),
  }
  const manifest: BundleManifest = {
    form: bundleForm,
    kit,
    requirements: { count: requirements.length, digest },
    target: { baseUrl: result.baseUrl },
    ...claim,
    conformant,
    startedAt: isoTime(result.startedAt),
    files: Object.fromEntries(
      Object.entries(texts).map(([name, text]) => [name, toBundledFile(new TextEncoder().encode(text))]),
    ),
  }
  return { ...texts, [manifestName]: `${JSON.stringify(manifest, undefined, 2)}\n` }
}

/** The SHA-256 of a text, in the form of reports. */
function hashText(text: string): string {
  return `sha256:${toBundledFile(new TextEncoder().encode(text)).sha256}`
}

/** The size and digest of a file. */
export function toBundledFile(content: Uint8Array): BundledFile {
  return { bytes: content.byteLength, sha256: createHash('sha256').update(content).digest('hex') }
}
