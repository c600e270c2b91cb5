import { emulatorOptions } from '../options/emulator-options.ts'
import { type Given, readOptions } from '../options/option.ts'
import { openSession, type Session } from '../session/session.ts'

/** `emulator start`: serves until a signal ends it. */
export async function start(given: Given): Promise<number> {
  const { json, ...flags } = readOptions(emulatorOptions, given)
  const session = await openSession(flags, { defaultPort: 4113, say: (line) => process.stderr.write(`${line}\n`) })
  const ended = nextSignal()
  process.stdout.write(json ? `${toJsonLine(session)}\n` : toText(session))
  const { removeLeftDirectories } = await import('../session/private-directory.ts')
  removeLeftDirectories()
  await ended
  // A second signal cuts requests under way, so that the export is still written. A third ends the process at once.
  void nextSignal().then(session.closeNow)
  await session.close()
  return 0
}

/** Resolves at the next signal to end, and stops listening to them. */
function nextSignal(): Promise<void> {
  return new Promise((resolve) => {
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
    const end = () => {
      for (const signal of signals) process.off(signal, end)
      resolve()
    }
    for (const signal of signals) process.on(signal, end)
  })
}

function toJsonLine({ emulator, url, clientUrl, targetFile }: Session): string {
  return JSON.stringify({
    url,
    pid: process.pid,
    targetFile: targetFile ?? null,
    baseUrl: clientUrl,
    seed: emulator.seed,
    credentials: emulator.credentials,
  })
}

function toText({ emulator, url, clientUrl, targetFile }: Session): string {
  const { credentials } = emulator
  const rows = [
    ['client id', credentials.clientId],
    ['client secret', credentials.clientSecret],
    ['token', credentials.token],
    ['integration token', credentials.integrationToken],
    ['API key', credentials.apiKey],
    ['DSN', credentials.dsn],
    ...(targetFile === undefined ? [] : [['target file', targetFile] as const]),
    ...(clientUrl === url ? [] : [['public URL', clientUrl] as const]),
  ] as const
  const list = rows.map(([name, value]) => `  ${name.padEnd(18)} ${value}`).join('\n')
  const address = `${clientUrl}/${emulator.conventions.versions[0]}/environments`
  const curl = `  curl -H 'Authorization: Bearer ${credentials.token}' ${address}`
  return `The Platform Data API is emulated at ${url}\n\n${list}\n\n${curl}\n\n`
}
