// The formats of reports: the command line, the control API, the console and the Action take them from here.

/** What is known of a format without its renderer. */
export interface Format {
  /** What it is for, in a few words. */
  readonly title: string
  /** The name under which a pipeline keeps it. */
  readonly file: string
  readonly mediaType: string
  /** Whether only a judge of services writes it. */
  readonly servicesAlone?: boolean
  /** Whether a page offers it to keep. */
  readonly offered?: boolean
}

/** The formats, as `--report` takes them. */
export const reportFormats = ['terminal', 'json', 'junit', 'tap', 'html', 'markdown', 'har', 'badge'] as const

/** One of `reportFormats`. */
export type ReportFormat = (typeof reportFormats)[number]

const table: Readonly<Record<ReportFormat, Format>> = {
  terminal: { title: 'for a person', file: 'report.txt', mediaType: 'text/plain; charset=utf-8' },
  json: { title: 'for programs, with all evidence', file: 'report.json', mediaType: 'application/json', offered: true },
  junit: { title: 'test cases for CI', file: 'junit.xml', mediaType: 'application/xml; charset=utf-8', offered: true },
  tap: {
    title: 'the Test Anything Protocol',
    file: 'report.tap',
    mediaType: 'text/plain; charset=utf-8',
    offered: true,
  },
  html: { title: 'a page', file: 'report.html', mediaType: 'text/html; charset=utf-8', offered: true },
  markdown: {
    title: 'the summary of a job',
    file: 'report.md',
    mediaType: 'text/markdown; charset=utf-8',
    offered: true,
  },
  har: { title: 'every exchange', file: 'report.har', mediaType: 'application/json', servicesAlone: true },
  badge: { title: 'a picture for a README', file: 'badge.svg', mediaType: 'image/svg+xml', offered: true },
}

/** What is known of a format. */
export function formatOf(name: ReportFormat): Format {
  return table[name]
}

/** The formats in which the judge of clients reports. */
export const clientReportFormats: readonly ReportFormat[] = reportFormats.filter(
  (name) => table[name].servicesAlone !== true,
)

/** The formats that a page offers to keep. */
export const offeredFormats: readonly ReportFormat[] = reportFormats.filter((name) => table[name].offered === true)
