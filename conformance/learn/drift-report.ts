import type { CommonFormat } from '../report/format-list.ts'
import { writeFormat } from '../report/formats.ts'
import type { TerminalOptions } from '../report/formats/terminal.ts'
import { toJson } from '../wording/escaping/json.ts'
import { type Drift, hasMoved } from './drift.ts'
import { driftDocument, type DriftSubject } from './drift-document.ts'

/** The text of a report of drift. */
export function writeDriftReport(
  format: CommonFormat,
  drifts: readonly Drift[],
  subject: DriftSubject,
  look: TerminalOptions,
): string {
  const { name, effort, isCompared } = subject
  const value = { subject: name, compared: isCompared, moved: drifts.some(hasMoved), ...effort, drifts }
  const contents = { document: () => driftDocument(drifts, subject), json: () => `${toJson(value)}\n` }
  return writeFormat(format, contents, look)
}
