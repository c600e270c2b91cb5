import { lstatSync, rmSync } from 'node:fs'
import { join, sep } from 'node:path'
import { didYouMean } from '../../../emulator/tools/nearest.ts'
import { findFormat, type ReportFormat } from '../../../conformance/report/format-list.ts'
import type { TerminalOptions } from '../../../conformance/report/formats/terminal.ts'
import { terminalColumns, wantsColor } from '../../../conformance/report/paint.ts'
import { assertWritableFile, finalPath, writeWhole } from '../../files.ts'
import { blaming, UsageError } from '../../usage-error.ts'
import { assertBundleDirectory, bundledNames } from './bundle-directory.ts'

/** A report to write, to standard output if it has no file. The file of a bundle is a directory. */
export interface WantedReport<Format extends string> {
  readonly format: Format
  readonly file?: string
}

/**
 * Reads --report. The terminal report is added unless another one goes to standard output.
 * @param formats The formats that the command writes.
 * @throws UsageError for another format, two on standard output, and a file that cannot be written.
 */
export function parseReportFlags<Format extends ReportFormat | 'bundle'>(
  texts: readonly string[],
  formats: readonly Format[],
): readonly WantedReport<Format | 'terminal'>[] {
  const wanted = texts.map((text) => parseWantedReport(text, formats))
  const files = wanted.flatMap(({ file }) => file ?? [])
  const places = files.map((file) => finalPath(file))
  const twice = files.find((_file, index) => places.indexOf(places[index]!) < index)
  if (twice !== undefined) throw new UsageError(`--report has the file ${twice} twice; use a file for each report.`)
  const bundles = wanted.flatMap(({ format, file }) => (format === 'bundle' ? (file ?? []) : []))
  const within = files.find((file) =>
    bundles.some((bundle) => finalPath(file).startsWith(`${finalPath(bundle)}${sep}`)),
  )
  if (within !== undefined)
    throw new UsageError(
      `--report has the file ${within} in the directory of a bundle, which may contain only its own files.`,
    )
  for (const { format, file } of wanted)
    if (file !== undefined)
      blaming('--report', () => (format === 'bundle' ? assertBundleDirectory(file) : assertWritableFile(file)))
  const printed = wanted.filter(({ file }) => file === undefined)
  if (printed.length > 1)
    throw new UsageError(
      `--report ${printed.map(({ format }) => format).join(' and ')} would both go to standard output; write all but one to a file, as in ${printed[1]!.format}=FILE.`,
    )
  return printed.length === 1 ? wanted : [...wanted, { format: 'terminal' }]
}

/** @throws UsageError if a report would overwrite the baseline. */
export function assertApart(reports: readonly { readonly file?: string }[], baseline: string | undefined): void {
  const over = reports.find(({ file }) => file !== undefined && baseline && finalPath(file) === finalPath(baseline))
  if (over) throw new UsageError(`--report has the file of --baseline, ${over.file}; use another file for the report.`)
}

/**
 * Removes the reports of an earlier run. After a run without results, an old report would be mistaken for a new one.
 * Devices and pipes stay.
 */
export function removeEarlier(reports: readonly { readonly format: string; readonly file?: string }[]): void {
  for (const { format, file } of reports)
    for (const path of file === undefined
      ? []
      : format === 'bundle'
        ? bundledNames.map((name) => join(file, name))
        : [file])
      if (lstatSync(finalPath(path), { throwIfNoEntry: false })?.isFile()) rmSync(finalPath(path))
}

/** How a report looks: on standard output as the terminal can show it, in a file without colours. */
type TerminalStyle = Pick<TerminalOptions, 'color' | 'columns'>

/**
 * Writes each report, even after one fails: the run may have taken long.
 * @param toText Makes the text of a report.
 * @param writeBundle Writes a bundle to a directory.
 * @throws the first error once the others are written.
 */
export function writeReports<Format extends string>(
  reports: readonly WantedReport<Format>[],
  toText: (format: Exclude<Format, 'bundle'>, look: TerminalStyle) => string,
  writeBundle: (directory: string) => void = () => {},
): void {
  const errors: unknown[] = []
  for (const { format, file } of reports)
    try {
      const text = (look: TerminalStyle) => toText(format as Exclude<Format, 'bundle'>, look)
      const { stdout, env } = process
      if (file === undefined)
        stdout.write(text({ color: wantsColor(stdout, env), columns: terminalColumns(stdout, env) }))
      else
        blaming('--report', () => (format === 'bundle' ? writeBundle(file) : writeWhole(file, text({ color: false }))))
    } catch (error) {
      errors.push(error)
    }
  if (errors.length > 0) throw errors[0]
}

function parseWantedReport<Format extends ReportFormat | 'bundle'>(
  text: string,
  formats: readonly Format[],
): WantedReport<Format> {
  const [, name = '', file] = /^([^=]*)(?:=(.*))?$/s.exec(text) ?? []
  const format = formats.find((known) => known === name)
  if (!format && name === 'bundle')
    throw new UsageError('--report bundle is for emulator conformance; anything else proves no conformance.')
  if (!format)
    throw new UsageError(
      `--report takes ${formats.join(', ')}; got ${JSON.stringify(name)}${didYouMean(name, formats)}`,
    )
  if (file === '' && format !== 'bundle')
    throw new UsageError(`--report ${text} has no file; use ${format}=FILE, or just ${format} for standard output.`)
  if (format === 'bundle') {
    if (!file) throw new UsageError('--report bundle has no directory; use bundle=DIR.')
    return { format, file }
  }
  if (file === undefined) return { format }
  // A directory gets the usual file name of the format.
  return { format, file: /[/\\]$/.test(file) ? `${file}${findFormat(format).file}` : file }
}
