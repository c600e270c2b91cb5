import { Type } from 'typebox'
import { type CommonFormat, formatOf, offeredFormats } from '../../../conformance/report/format-list.ts'
import { type ControlAnswer, type ControlEndpoint, defineControl } from '../../../emulator/control/define-control.ts'

/** The answer with a report. Its contents are untrusted, so it must not run as a page of this origin. */
export function reportAnswer(format: CommonFormat, text: string): ControlAnswer {
  const headers = { 'content-type': formatOf(format).mediaType, 'content-security-policy': 'sandbox allow-scripts' }
  return { text: [text].values(), headers }
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
    body: offeredFormats.map((name) => ({ name, title: formatOf(name).title, file: formatOf(name).file })),
  }),
})
