import type { ReportDocument } from './document.ts'
import type { ConclusionsFormat, ReportFormat } from './format-list.ts'
import { htmlReport } from './formats/html.ts'
import { junitReport } from './formats/junit.ts'
import { markdownReport } from './formats/markdown.ts'
import { type TerminalOptions, terminalReport } from './formats/terminal.ts'

/** Renders a report. */
export type Render = (document: ReportDocument, look: TerminalOptions) => string

/** The renderer of each format of documents. */
export const renderers: Readonly<Record<Exclude<ReportFormat, ConclusionsFormat>, Render>> = {
  terminal: terminalReport,
  junit: junitReport,
  html: htmlReport,
  markdown: markdownReport,
}
