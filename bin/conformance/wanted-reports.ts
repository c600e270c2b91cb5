import { randomUUID } from 'node:crypto'
import { realpathSync, renameSync, rmSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { didYouMean } from '../../emulator/tools/nearest.ts'
import { type ReportFormat, reportFormats } from '../../conformance/reports/reports.ts'
import { assertWritable, cannotWrite, writeText } from '../files.ts'
import { UsageError } from '../usage-error.ts'
import { blaming } from '../usage-of.ts'

/** A report to write. Without a file it goes to standard output. */
export interface WantedReport {
  readonly format: ReportFormat
  readonly file?: string
}

/**
 * Reads --report. The terminal report is added unless another one goes to standard output.
 * @throws UsageError for an unknown format, two on standard output, and a file that cannot be written.
 */
export function wantedReports(given: readonly string[]): readonly WantedReport[] {
  const wanted = given.map((text) => toWanted(text))
  const files = wanted.flatMap(({ file }) => file ?? [])
  const places = files.map((file) => placeOf(file))
  const twice = files.find((_file, index) => places.indexOf(places[index]!) < index)
  if (twice !== undefined) throw new UsageError(`--report has the file ${twice} twice; use a file for each report.`)
  for (const file of files) blaming('--report', () => assertWritable(file))
  const printed = wanted.filter(({ file }) => file === undefined)
  if (printed.length > 1)
    throw new UsageError(
      `--report ${printed.map(({ format }) => format).join(' and ')} would both go to standard output; ` +
        `write all but one to a file, as in ${printed[1]!.format}=FILE.`,
    )
  return printed.length === 1 ? wanted : [...wanted, { format: 'terminal' }]
}

function toWanted(text: string): WantedReport {
  const [, name = '', file] = /^([^=]*)(?:=(.*))?$/s.exec(text) ?? []
  const format = reportFormats.find((one) => one === name)
  if (!format)
    throw new UsageError(
      `--report takes ${reportFormats.join(', ')}; got ${JSON.stringify(name)}${didYouMean(name, reportFormats)}`,
    )
  if (file === '')
    throw new UsageError(`--report ${text} has no file; use ${format}=FILE, or ${format} alone for standard output.`)
  return file === undefined ? { format } : { format, file }
}

/** The path of a file once all links are followed. The file may not exist yet. */
function placeOf(file: string): string {
  try {
    return realpathSync(file)
  } catch {
    return resolve(file)
  }
}

/**
 * Writes a file atomically, so that a reader never finds half of it: a draft in the same directory is moved over it. A
 * link stays a link. Devices and pipes, such as /dev/null, are written to, since moving a file would replace them.
 * @throws UsageError that names the file.
 */
export function writeWhole(file: string, text: string): void {
  const place = placeOf(file)
  if (statSync(place, { throwIfNoEntry: false })?.isFile() === false) return writeText(place, text)
  const draft = `${place}.${randomUUID().slice(0, 8)}.tmp`
  try {
    writeText(draft, text)
    renameSync(draft, place)
  } catch (error) {
    rmSync(draft, { force: true })
    throw error instanceof UsageError ? error : cannotWrite(file, (error as Error).message)
  }
}
