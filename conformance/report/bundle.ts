import { createHash } from 'node:crypto'
import { kit } from '../catalogue/kit.ts'
import type { Offer, Profile } from '../catalogue/profiles.ts'
import { requirements } from '../catalogue/requirements.ts'
import type { RunResult } from '../judge/result.ts'
import { type ReportFormat, type ReportOptions, writeReport } from './reports.ts'
import { summarize } from './summary.ts'
import { isoTime } from './text.ts'

/** The name of a bundle's list of files. */
export const manifestName = 'manifest.json'

/** The first member of a manifest: what it is, and the version of this form. */
export const bundleForm = 'platform-data-conformance-bundle/1'

/** A list of what a bundle holds, with what it claims. */
export interface BundleManifest {
  /** `bundleForm`. */
  readonly form: string
  /** The kit that wrote it. */
  readonly kit: { readonly name: string; readonly version: string }
  /** The statements that it judged by. */
  readonly requirements: { readonly count: number; readonly digest: string }
  /** The service that was checked. */
  readonly target: { readonly baseUrl: string }
  /** The part of the specification that the target claims. */
  readonly profile: Profile
  /** What the target says that it does not offer. */
  readonly without: readonly Offer[]
  /** As in the JSON report. */
  readonly conformant: boolean | null
  /** When the run began. */
  readonly startedAt: string
  /** Every other file, by its name. */
  readonly files: Readonly<Record<string, BundledFile>>
}

/** How a file of a bundle is told from another. */
export interface BundledFile {
  /** Its length. */
  readonly bytes: number
  /** Its SHA-256 in hexadecimal. */
  readonly sha256: string
}

/** The files of a bundle besides its manifest. */
export const bundledReports: Readonly<Record<string, ReportFormat>> = {
  'report.json': 'json',
  'report.html': 'html',
  'report.har': 'har',
  'badge.svg': 'badge',
}

/** The texts of a bundle's files by name, the manifest last: a bundle without one is not whole. */
export function bundleFiles(result: RunResult, options: ReportOptions = {}): Readonly<Record<string, string>> {
  const texts = Object.fromEntries(
    Object.entries(bundledReports).map(([name, format]) => [name, writeReport(format, result, options)]),
  )
  const { claim, conformant, digest } = summarize(result)
  const manifest: BundleManifest = {
    form: bundleForm,
    kit,
    requirements: { count: requirements.length, digest },
    target: { baseUrl: result.baseUrl },
    ...claim,
    conformant,
    startedAt: isoTime(result.startedAt),
    files: Object.fromEntries(
      Object.entries(texts).map(([name, text]) => [name, fileOf(new TextEncoder().encode(text))]),
    ),
  }
  return { ...texts, [manifestName]: `${JSON.stringify(manifest, undefined, 2)}\n` }
}

/** How a file is told from another. */
export function fileOf(content: Uint8Array): BundledFile {
  return { bytes: content.byteLength, sha256: createHash('sha256').update(content).digest('hex') }
}
