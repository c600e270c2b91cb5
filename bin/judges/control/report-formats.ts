import { Type } from 'typebox'
import { type CommonFormat, findFormat, offeredFormats } from '../../../conformance/report/format-list.ts'
import { ApiError } from '../../../emulator/api/dialect/api-error.ts'
import { type ControlEndpoint, defineControl } from '../../../emulator/control/define-control.ts'

interface ReportOptions {
  readonly id: string
  readonly path: string
  readonly summary: string
  /** Writes the report; undefined without one. */
  readonly report: (format: CommonFormat) => Promise<string | undefined>
  /** The refusal without a report. */
  readonly none: string
}

/** The endpoint that writes the latest report of a judge. */
export function reportEndpoint({ id, path, summary, report, none }: ReportOptions): ControlEndpoint {
  return defineControl({
    id,
    method: 'GET',
    path,
    summary,
    query: Type.Object({ format: Type.Optional(Type.Enum([...offeredFormats])) }),
    answers: [{ status: 200, description: 'The report, in the media type of the format. Default: html.' }],
    handle: async ({ query: { format = 'html' } }) => {
      const text = await report(format)
      if (text === undefined) throw new ApiError('unknown', none, { code: 'no_report' })
      // Its contents are untrusted, so it must not run as a page of this origin.
      const headers = {
        'content-type': findFormat(format).mediaType,
        'content-security-policy': 'sandbox allow-scripts',
      }
      return { text: [text].values(), headers }
    },
  })
}

const Formats = Type.Array(
  Type.Object(
    {
      name: Type.String(),
      title: Type.String({ description: 'The purpose of the format.' }),
      file: Type.String({ description: 'The usual name of its file.' }),
    },
    { additionalProperties: false },
  ),
  { title: 'ReportFormats' },
)

/** The endpoint that lists the formats of reports. */
export const reportFormatsEndpoint: ControlEndpoint = defineControl({
  id: 'reports.formats',
  method: 'GET',
  path: '/report-formats',
  summary: 'Lists the formats in which the kit and the judge of clients report here.',
  answers: [{ status: 200, description: 'The formats.', schema: Formats }],
  handle: () => ({
    body: offeredFormats.map((name) => ({ name, title: findFormat(name).title, file: findFormat(name).file })),
  }),
})
