import { resolve } from 'node:path'
import type { Emulator } from '../../emulator/create-emulator.ts'
import type { EmulatorFlags } from '../options/emulator-options.ts'
import { createFromFlags } from './create-from-flags.ts'

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

/**
 * Creates and serves the emulator that the options ask for.
 * @throws UsageError or EmulatorError for options that cannot be taken.
 */
export async function openSession(
  flags: Omit<EmulatorFlags, 'json'>,
  { defaultPort, defaultTargetFile, say }: SessionOptions,
): Promise<Session> {
  const {
    port = defaultPort,
    host = '127.0.0.1',
    'export-on-exit': exportFile,
    'target-file': targetFile = defaultTargetFile,
    ...creation
  } = flags
  if (exportFile !== undefined) {
    const { assertWritable } = await import('../files.ts')
    const { blaming } = await import('../usage-of.ts')
    blaming('--export-on-exit', () => assertWritable(exportFile))
  }
  const emulator = await createFromFlags(creation, say)
  const { serve } = await import('../../emulator/serve/serve.ts')
  // The process belongs to the emulator, so the faster Request and Response may replace Node's.
  const server = await serve(emulator, { port, host, overrideGlobalObjects: true })
  const clientUrl = (emulator.publicUrl ?? server.url).replace(/\/$/, '')
  try {
    if (targetFile !== undefined) await writeTargetFile(targetFile, emulator, clientUrl, !flags['no-control'])
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
  const { toTargetFile } = await import('../target-file.ts')
  const { writeText } = await import('../files.ts')
  const { blaming } = await import('../usage-of.ts')
  const text = `${JSON.stringify(toTargetFile(emulator, url, control), null, 2)}\n`
  // The file holds credentials, so only its owner may read it.
  blaming('--target-file', () => writeText(file, text, 0o600))
}

async function exportWorld(file: string, emulator: Emulator): Promise<void> {
  const { writeText } = await import('../files.ts')
  const { blaming } = await import('../usage-of.ts')
  blaming('--export-on-exit', () => writeText(file, `${JSON.stringify(emulator.worlds.default.snapshot())}\n`))
}
