import { resolve } from 'node:path'
import type { Emulator } from '../../emulator/create-emulator.ts'
import { type EmulatorFlags, type LogLevel, settingsOf } from '../options/emulator-options.ts'
import type { RequestObserver } from '../../emulator/journal/journal-options.ts'
import { createFromFlags } from './create-from-flags.ts'
import type { ReadFlags } from '../options/read-flags.ts'
import { isLoopback } from '../../emulator/serve/local-hosts.ts'
import type { Judges } from '../judges/control/judges.ts'
import { Observers } from '../judges/control/observers.ts'
import { logAnswers } from './log/log-answers.ts'
import { blaming, UsageError } from '../usage-error.ts'

/** An emulator that is served while a command runs. */
export interface ServedEmulator {
  readonly emulator: Emulator
  /** The URL on this machine. */
  readonly url: string
  /** The URL for clients: the public URL if set, otherwise `url`. */
  readonly clientUrl: string
  readonly targetFile: string | undefined
  /** The configuration file that set some options. */
  readonly configFile: string | undefined
  /** The URL of the console; undefined without the control API. */
  readonly consoleUrl: string | undefined
  /** The token of the control API; undefined without a token. */
  readonly controlToken: string | undefined
  /** Closes the server, then --data. */
  close(): Promise<void>
  /** Cuts pending requests. */
  closeNow(): void
}

interface ServeFlagsOptions {
  readonly defaultPort: number
  /** The default of --log. */
  readonly defaultLog: LogLevel
  /** The path of the target file if --target-file is not set. */
  readonly defaultTargetFile?: string
  /** Prints progress. */
  readonly say: (line: string) => void
  /** Observes all requests. */
  readonly observer?: RequestObserver
}

/**
 * Creates and serves an emulator from the options.
 * @throws UsageError or EmulatorError for invalid options.
 */
export async function serveFromFlags(
  source: ReadFlags,
  { defaultPort, defaultLog, defaultTargetFile, say, observer }: ServeFlagsOptions,
): Promise<ServedEmulator> {
  const { flags, configFile } = source
  const { 'target-file': targetFile = defaultTargetFile, 'no-control': noControl, log: level = defaultLog } = flags
  const tokenOfEnvironment = process.env['PLATFORM_CONTROL_TOKEN']
  const serverOptions = {
    port: defaultPort,
    host: '127.0.0.1',
    ...(tokenOfEnvironment ? { controlToken: tokenOfEnvironment } : {}),
    ...settingsOf(flags).server,
  }
  const { host, controlToken } = serverOptions
  assertTogether(flags)
  const held: (() => unknown)[] = []
  const releaseAll = async () => {
    for (const release of held.splice(0).reverse()) await release()
  }
  try {
    if (flags.adapter.length > 0) held.push((await import('./stray-errors.ts')).outliveStrayErrors(say))
    const log = level === 'off' ? undefined : (await import('./log/request-log.ts')).openLog(level)
    const observers = new Observers(log && { onEnd: log.ended }, observer)
    let judges: Judges | undefined
    held.push(() => judges?.close())
    const moreControl = async () => {
      judges ??= new (await import('../judges/control/judges.ts')).Judges(observers)
      return judges.endpoints
    }
    const additions = { moreControl, observer: observers }
    const { emulator, data } = await createFromFlags(flags, say, additions)
    held.push(() => data?.close())
    const tls = await readCertificate(flags)
    const { serveAnswers } = await import('../../emulator/serve/serve-answers.ts')
    const server = await serveAnswers(log ? logAnswers(emulator, log) : emulator, {
      ...serverOptions,
      // The emulator owns the process, so it may replace Node's Request and Response with faster ones.
      overrideGlobalObjects: true,
      ...(log ? { onRefused: (request: Request, response: Response) => void log.other(request, response) } : {}),
      ...(tls ? { tls } : {}),
    })
    held.push(() => server.close())
    const needsToken = controlToken !== undefined || !isLoopback(host)
    if (!isLoopback(host)) say(exposureWarning(host))
    const clientUrl = (emulator.publicUrl ?? server.url).replace(/\/$/, '')
    if (targetFile !== undefined) await writeTargetFile(targetFile, emulator, clientUrl, !noControl && !needsToken)
    return {
      emulator,
      url: server.url,
      clientUrl,
      targetFile: targetFile === undefined ? undefined : resolve(targetFile),
      configFile: configFile === undefined ? undefined : resolve(configFile),
      consoleUrl: noControl ? undefined : `${server.url}/_emulator/`,
      controlToken,
      close: async () => {
        await releaseAll()
      },
      closeNow: () => {
        void server.close()
        void server.close()
      },
    }
  } catch (error) {
    await releaseAll()
    throw error
  }
}

/** Refuses contradictory options. @throws UsageError */
function assertTogether({ open, 'no-control': noControl, 'https-cert': cert, 'https-key': key }: EmulatorFlags): void {
  if (open && noControl)
    throw new UsageError('--open opens the console, which --no-control turns off. Leave one of them out.')
  if ((cert === undefined) !== (key === undefined))
    throw new UsageError(
      `--https-cert and --https-key belong together; got only ${cert === undefined ? '--https-key' : '--https-cert'}. Add the other.`,
    )
}

async function readCertificate({
  'https-cert': cert,
  'https-key': key,
}: EmulatorFlags): Promise<{ readonly cert: string; readonly key: string } | undefined> {
  if (cert === undefined || key === undefined) return undefined
  const { readTextFile } = await import('../files.ts')
  return {
    cert: blaming('--https-cert', () => readTextFile(cert)),
    key: blaming('--https-key', () => readTextFile(key)),
  }
}

async function writeTargetFile(file: string, emulator: Emulator, url: string, control: boolean): Promise<void> {
  const { toTargetFile } = await import('../judges/service/target-file.ts')
  const { writeWhole } = await import('../files.ts')
  const text = `${JSON.stringify(toTargetFile(emulator, url, control), null, 2)}\n`
  // The file holds credentials, so only its owner may read it.
  blaming('--target-file', () => writeWhole(file, text, 0o600))
}

/** The warning about listening on another address. */
export function exposureWarning(host: string): string {
  return `Warning: --host ${host} lets other machines read and change everything here. The credentials follow from the seed, so they are not secret; only /_emulator/ is closed without --control-token TOKEN. Leave --host out to listen only on 127.0.0.1; otherwise let only trusted machines reach this port.`
}
