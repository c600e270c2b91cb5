import type { Given } from '../options/option-table.ts'
import { openSession, type Session } from '../session.ts'

/** `emulator start`: serves until a signal ends it. */
export async function start(given: Given): Promise<number> {
  const session = await openSession(given, { defaultPort: 4113, say: (line) => process.stderr.write(`${line}\n`) })
  const ended = nextSignal()
  process.stdout.write(given['json'] === true ? `${toJsonLine(session)}\n` : toText(session))
  await ended
  await session.close()
  return 0
}

/** Resolves at the first signal to end. A second one ends the process at once, as no listener is left. */
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
  const version = emulator.conventions.versions[0]
  return `The Platform Data API is emulated at ${url}\n\n${list}\n\n  curl -H 'Authorization: Bearer ${credentials.token}' ${clientUrl}/${version}/environments\n\n`
}
