import type { EmulatorFlags } from '../options/emulator-options.ts'
import { readFlags } from '../options/read-flags.ts'
import { handleSignals } from '../serving/on-signals.ts'
import { activeText } from '../serving/active-text.ts'
import { serveFromFlags, type ServedEmulator } from '../serving/serve-from-flags.ts'

/** `emulator start`: serves until a signal ends it. */
export async function start(typed: EmulatorFlags): Promise<number> {
  const source = await readFlags(typed)
  const { json, open } = source.flags
  const served = await serveFromFlags(source, {
    defaultPort: 4113,
    defaultLog: process.stderr.isTTY ? 'line' : 'off',
    say: (line) => process.stderr.write(`${line}\n`),
  })
  // A second signal cuts pending requests. A third ends the process at once.
  const ended = new Promise<void>((end) => handleSignals(end, served.closeNow))
  process.stdout.write(json ? `${toJsonLine(served)}\n` : readyText(served))
  keepCompiledCode()
  if (open) (await import('../open-page.ts')).openPage(served.consoleUrl!)
  ;(await import('../serving/private-directory.ts')).removeLeftDirectories()
  await ended
  await served.close()
  return 0
}

/**
 * Writes the compile cache now and after the first requests. Node writes it when the process exits, so a killed process
 * would leave none and the next start would take twice as long.
 */
function keepCompiledCode(): void {
  const { flushCompileCache } = process.getBuiltinModule('node:module')
  setImmediate(flushCompileCache)
  setTimeout(flushCompileCache, 2000).unref()
}

function toJsonLine({ emulator, url, clientUrl, targetFile, configFile }: ServedEmulator): string {
  return JSON.stringify({
    url,
    pid: process.pid,
    targetFile: targetFile ?? null,
    configFile: configFile ?? null,
    baseUrl: clientUrl,
    seed: emulator.seed,
    credentials: emulator.credentials,
    samples: emulator.samples,
  })
}

function readyText({ emulator, url, clientUrl, targetFile, configFile, consoleUrl }: ServedEmulator): string {
  const { credentials, samples, conventions } = emulator
  const groups = [
    [
      ['client id', credentials.clientId],
      ['client secret', credentials.clientSecret],
      ['token', credentials.token],
      ['integration token', credentials.integrationToken],
      ['API key', credentials.apiKey],
      ['DSN', credentials.dsn],
      ['target file', targetFile],
      ['configuration', configFile],
      ['public URL', clientUrl === url ? undefined : clientUrl],
    ],
    [
      ['catalog', samples.catalogId],
      ['project', samples.projectId],
      ['issue', samples.issueId],
      ['configuration of', samples.scopeId],
      ['adapter', samples.adapter],
      ['its connection', samples.adapterConnectionId],
    ],
    [
      ['console', consoleUrl],
      ['health', consoleUrl && `${consoleUrl}health`],
      ['OpenAPI', consoleUrl && `${consoleUrl}api/openapi.json`],
      ['MCP', `${url}${conventions.mcpPath}`],
    ],
  ] as const
  const lists = groups.map((rows) =>
    rows.flatMap(([name, value]) => (value === undefined ? [] : [`  ${name.padEnd(18)} ${value}\n`])).join(''),
  )
  const address = `${clientUrl}/${conventions.versions[0]}/environments`
  const curl = `  curl -H 'Authorization: Bearer ${credentials.token}' ${address}\n`
  const active = activeText(emulator)
  const first = `The Platform Data API is emulated at ${url}\n${active === undefined ? '' : `${active}\n`}`
  return [first, ...lists, curl, ''].filter(Boolean).join('\n') + '\n'
}
