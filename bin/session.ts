import { resolve } from 'node:path'
import type { Emulator } from '../emulator/create-emulator.ts'
import { createFromOptions } from './options/create-from-options.ts'
import type { Given } from './options/option-table.ts'
import { integerOf, textOf } from './options/read-options.ts'

/** An emulator that is served for the length of a command. */
export interface Session {
  readonly emulator: Emulator
  /** Where it answers on this machine. */
  readonly url: string
  /** The address that clients should use: the public URL, where one was given. */
  readonly clientUrl: string
  readonly targetFile: string | undefined
  /** Writes --export-on-exit, then closes the server. */
  close(): Promise<void>
}

interface SessionOptions {
  readonly defaultPort: number
  /** Where the target file goes when --target-file does not say. */
  readonly defaultTargetFile?: string
  /** Tells of progress. */
  readonly say: (line: string) => void
}

/** Creates and serves the emulator that the options ask for. @throws UsageError or EmulatorError for options that cannot be taken. */
export async function openSession(
  given: Given,
  { defaultPort, defaultTargetFile, say }: SessionOptions,
): Promise<Session> {
  const port = integerOf(given, 'port', 0, 65_535) ?? defaultPort
  const host = textOf(given, 'host') ?? '127.0.0.1'
  const exportFile = textOf(given, 'export-on-exit')
  if (exportFile !== undefined) (await import('./files.ts')).assertWritable('export-on-exit', exportFile)
  const emulator = await createFromOptions(given, say)
  const { serve } = await import('../emulator/serve/serve.ts')
  // The process belongs to the emulator, so the faster Request and Response may replace Node's.
  const server = await serve(emulator, { port, host, overrideGlobalObjects: true })
  const clientUrl = (emulator.publicUrl ?? server.url).replace(/\/$/, '')
  const targetFile = textOf(given, 'target-file') ?? defaultTargetFile
  try {
    if (targetFile !== undefined) await writeTargetFile(targetFile, emulator, clientUrl, given['no-control'] !== true)
  } catch (error) {
    await server.close()
    throw error
  }
  return {
    emulator,
    url: server.url,
    clientUrl,
    targetFile: targetFile === undefined ? undefined : resolve(targetFile),
    close: async () => {
      try {
        if (exportFile !== undefined) await exportWorld(exportFile, emulator)
      } finally {
        await server.close()
      }
    },
  }
}

async function writeTargetFile(file: string, emulator: Emulator, url: string, control: boolean): Promise<void> {
  const { toTargetFile } = await import('./target-file.ts')
  const { writeText } = await import('./files.ts')
  // The file holds credentials: it is its owner's alone.
  writeText('target-file', file, `${JSON.stringify(toTargetFile(emulator, url, control), null, 2)}\n`, 0o600)
}

async function exportWorld(file: string, emulator: Emulator): Promise<void> {
  const { writeText } = await import('./files.ts')
  writeText('export-on-exit', file, `${JSON.stringify(emulator.worlds.default.snapshot())}\n`)
}
