// The formats of reports, for the command line, the control API, the console and the Action.

/** The facts about a format that need no renderer. */
export interface Format {
  /** The purpose of the format, in a few words. */
  readonly title: string
  /** The file name for a pipeline. */
  readonly file: string
  readonly mediaType: string
  /** True if a page offers it as a download. */
  readonly offered?: boolean
}

/** The formats by their names in `--report`. */
export const reportFormats = ['terminal', 'json', 'junit', 'html', 'markdown', 'har'] as const

/** One of `reportFormats`. */
export type ReportFormat = (typeof reportFormats)[number]

const table: Readonly<Record<ReportFormat, Format>> = {
  terminal: { title: 'for a person', file: 'report.txt', mediaType: 'text/plain; charset=utf-8' },
  json: { title: 'for programs, with all evidence', file: 'report.json', mediaType: 'application/json', offered: true },
  junit: { title: 'test cases for CI', file: 'junit.xml', mediaType: 'application/xml; charset=utf-8', offered: true },
  html: { title: 'a page', file: 'report.html', mediaType: 'text/html; charset=utf-8', offered: true },
  markdown: {
    title: 'the summary of a job',
    file: 'report.md',
    mediaType: 'text/markdown; charset=utf-8',
    offered: true,
  },
  har: { title: 'every exchange', file: 'report.har', mediaType: 'application/json' },
}

/** The formats of every report. HAR is only for services. */
export type CommonFormat = Exclude<ReportFormat, 'har'>

/** Returns the facts about a format. */
export function findFormat(name: ReportFormat): Format {
  return table[name]
}

/** The formats of all reports, including those about clients and drift. */
export const commonFormats: readonly CommonFormat[] = reportFormats.filter((name) => name !== 'har')

/** The formats that a page offers as downloads. */
export const offeredFormats: readonly CommonFormat[] = commonFormats.filter((name) => findFormat(name).offered === true)
