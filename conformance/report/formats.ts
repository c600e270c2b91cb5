import type { ReportDocument } from './document.ts'
import type { ReportFormat } from './format-list.ts'
import { htmlReport } from './formats/html.ts'
import { junitReport } from './formats/junit.ts'
import { markdownReport } from './formats/markdown.ts'
import { type TerminalOptions, terminalReport } from './formats/terminal.ts'

/** Renders a report. */
export type Render = (document: ReportDocument, look: TerminalOptions) => string

/** The renderer of each format of documents. */
export const renderers: Readonly<Record<Exclude<ReportFormat, 'json' | 'har'>, Render>> = {
  terminal: terminalReport,
  junit: junitReport,
  html: htmlReport,
  markdown: markdownReport,
}

/** The contents of a report. Only those of its format are created. */
export interface ReportContents {
  readonly document: () => ReportDocument
  readonly json: () => string
  /** Default: there is no HAR. */
  readonly har?: () => string
}

/** The text of a report of any judge. */
export function writeFormat(
  format: ReportFormat,
  { document, json, har }: ReportContents,
  look: TerminalOptions,
): string {
  if (format === 'json') return json()
  if (format === 'har') return har?.() ?? ''
  return renderers[format](document(), look)
}
