// The JSON Schemas that the package publishes: those of files are for editors, those of reports for programs.
import { clientReportSchema } from '../../conformance/client/reports/client-report-schema.ts'
import { driftReportSchema } from '../../conformance/learn/drift-report-schema.ts'
import { proxyReportSchema } from '../../conformance/proxy/proxy-report-schema.ts'
import { reportSchema } from '../../conformance/report/report-schema.ts'
import { CaseSchema } from '../../emulator/case/case-file.ts'
import { version } from '../../emulator/tools/version.ts'
import { adapter } from './adapter.ts'
import { conventions } from './conventions.ts'
import { type Schema, removeExtensions } from './schema.ts'
import { type FileKind, type ReportKind, schemaAddress } from '../judges/service/schema-address.ts'
import { target } from './target.ts'

const contents: Readonly<Record<FileKind, Schema>> = { adapter, conventions, target }

/** The schemas of the files that users write, by the name of the kind of file. */
export const schemas: Readonly<Record<FileKind, Schema>> = addressSchemas(contents, 'file')

/** The schemas of the reports that `--report json=FILE` writes, and of the content of a case. */
export const reportSchemas: Readonly<Record<ReportKind, Schema>> = addressSchemas(
  {
    report: reportSchema,
    'client-report': clientReportSchema,
    'proxy-report': proxyReportSchema,
    'drift-report': driftReportSchema,
    case: removeExtensions(CaseSchema),
  },
  'in JSON',
)

function addressSchemas<Name extends FileKind | ReportKind>(
  all: Readonly<Record<Name, Schema>>,
  what: string,
): Readonly<Record<Name, Schema>> {
  const entries = Object.entries<Schema>(all).map(([name, content]) => {
    const title = `${name[0]!.toUpperCase()}${name.slice(1).replace('-', ' ')} ${what}`
    return [
      name,
      {
        $schema: 'http://json-schema.org/draft-07/schema#',
        $id: schemaAddress(name as Name),
        title: `${title} of the Platform Data API emulator ${version}`,
        ...content,
      },
    ]
  })
  return Object.fromEntries(entries) as Readonly<Record<Name, Schema>>
}
