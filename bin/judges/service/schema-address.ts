// Separate from the schemas themselves, which a start does not need.
import { version } from '../../../emulator/tools/version.ts'

/** A kind of file that users write. */
export type FileKind = 'adapter' | 'conventions' | 'target'

/** A kind of report that `--report json=FILE` writes, or a case. */
export type ReportKind = 'report' | 'client-report' | 'proxy-report' | 'drift-report' | 'case'

/**
 * The address at which editors find a schema: the public copy of this version of the package. Only editors fetch it.
 */
export function schemaAddress(kind: FileKind | ReportKind): string {
  return `https://unpkg.com/@platform-data/emulator@${version}/dist/schemas/${kind}.schema.json`
}
