import { Type } from 'typebox'
import { terminalLine } from '../../../conformance/wording/escaping/terminal.ts'
import { allParts } from '../../../emulator/all-parts.ts'
import { type ControlEndpoint, defineControl } from '../../../emulator/control/define-control.ts'
import { openEmulator } from '../../../emulator/open-emulator.ts'
import { serve } from '../../../emulator/serve/serve.ts'
import { defaultSeed } from '../../../fixtures/default-seed.ts'
import { seedOf } from '../../../fixtures/packs.ts'
import type { ReplayFlags } from '../../options/replay-options.ts'
import { openPage } from '../../open-page.ts'
import { onSignals } from '../../serving/on-signals.ts'
import type { ReplayedReport } from './read-replayed.ts'

/**
 * Serves the console with a report open, until a signal ends it. The service that the report is about is sent nothing.
 * @returns the exit code.
 */
export async function serveReport(report: ReplayedReport, { port = 0, open }: ReplayFlags): Promise<number> {
  const emulator = openEmulator(seedOf('default', { seed: defaultSeed, scale: undefined }), allParts, {
    moreControl: [fileEndpoint(report)],
  })
  const server = await serve(emulator, { port })
  const ended = new Promise<void>((end) => onSignals(end))
  const page = `${server.url}/_emulator/#/file?served=1`
  process.stdout.write(`${terminalLine(summaryOf(report))}\nThe console shows it at ${page}\n`)
  if (open) openPage(page)
  await ended
  await server.close()
  return 0
}

const File = Type.Object(
  { name: Type.String({ description: 'Without its directory.' }), content: Type.Unknown() },
  { title: 'OpenedFile', additionalProperties: false },
)

/** The endpoint that gives the console the file that `emulator replay` was given. */
function fileEndpoint({ name, content }: ReplayedReport): ControlEndpoint {
  return defineControl({
    id: 'file.get',
    method: 'GET',
    path: '/file',
    summary: 'The file that emulator replay was given.',
    answers: [{ status: 200, description: 'Its name and its JSON.', schema: File }],
    handle: () => ({ body: { name, content } }),
  })
}

/** The subject of a report and the number of its results by verdict, such as `service: 3 fail, 312 pass`. */
function summaryOf({ name, content }: ReplayedReport): string {
  const counts = [content, content['service'], content['client']].flatMap(countsIn)
  return `${name} is about ${subjectOf(content)}: ${counts.join(', ') || 'no results'}.`
}

/** The results of a report by verdict; none where it is no report. */
function countsIn(report: unknown): readonly string[] {
  const { summary } = (report ?? {}) as { readonly summary?: Readonly<Record<string, unknown>> }
  return Object.entries(summary ?? {})
    .filter(([, count]) => typeof count === 'number' && count > 0)
    .map(([verdict, count]) => `${String(count)} ${verdict}`)
}

interface Named {
  readonly baseUrl?: unknown
  readonly name?: unknown
}

/** The address of the service, or the name of the client. */
function subjectOf({ target, client }: Readonly<Record<string, unknown>>): string {
  const name = (target as Named | undefined)?.baseUrl ?? (client as Named | undefined)?.name
  return typeof name === 'string' ? name : 'an unnamed target'
}
