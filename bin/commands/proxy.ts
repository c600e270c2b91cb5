import { judgeClientTraffic } from '../../conformance/proxy/client-traffic.ts'
import { compareTwin } from '../../conformance/proxy/compare-twin.ts'
import type { Traffic } from '../../conformance/proxy/traffic.ts'
import { summarizeProxy, writeProxyReport } from '../../conformance/proxy/proxy-report.ts'
import { judgeService } from '../../conformance/proxy/service-traffic.ts'
import { reportFormats } from '../../conformance/report/format-list.ts'
import { harReport } from '../../conformance/report/har.ts'
import { claimOfTarget, type Target } from '../../conformance/target/target-file.ts'
import { isLoopback } from '../../emulator/serve/local-hosts.ts'
import { calledAs } from '../../emulator/serve/printed-program.ts'
import { resolveTarget } from './conformance/target.ts'
import { removeEarlier, parseReportFlags, writeReports } from './conformance/wanted-reports.ts'
import { note } from '../print.ts'
import { exitCodes } from '../exit-codes.ts'
import { assertWritableFile, writeWhole } from '../files.ts'
import { KeptTraffic } from '../judges/proxy/kept-traffic.ts'
import { openReverseProxy, type ProxyCounts } from '../judges/proxy/reverse-proxy.ts'
import type { Flags } from '../options/option.ts'
import type { proxyOptions } from '../options/proxy-options.ts'
import { openTwin } from './proxy/open-twin.ts'
import { dropsText, trafficNotes } from './proxy/traffic-notes.ts'
import { handleSignals } from '../serving/on-signals.ts'
import { useTargetFile } from '../serving/private-directory.ts'
import { commandVariables, type HeldSignals, holdSignals, runCommand } from '../serving/run-command.ts'
import { blaming, UsageError } from '../usage-error.ts'

/** `emulator proxy URL -- CMD`: forwards requests between a client and a service, and judges both by their traffic. */
export async function proxy(
  { port = 0, host = '127.0.0.1', config, twin: twinDirectory, har, report, verbose }: Flags<typeof proxyOptions>,
  url: string | undefined,
  line: readonly string[] | undefined,
): Promise<number> {
  const command = line ?? []
  if (line !== undefined && !command[0])
    throw new UsageError('proxy needs a command after --; leave out -- to serve until Ctrl-C.')
  if (!isLoopback(host))
    throw new UsageError(
      `--host takes an address of loopback, such as 127.0.0.1 or localhost, since all that passes goes to the service; got ${JSON.stringify(host)}.`,
    )
  const reports = parseReportFlags(report, reportFormats)
  if (har !== undefined) blaming('--har', () => assertWritableFile(har))
  const target = resolveTarget({ url, config }, process.env, note)
  if (!target)
    throw new UsageError(
      `proxy needs the URL of a service, as in: ${calledAs(process)} proxy https://staging.example -- npm test.`,
    )
  // Traffic cannot be repeated, so an unusable claim is refused before it begins.
  claimOfTarget(target)
  process.stderr.on('error', () => {})
  removeEarlier([...reports, ...(har === undefined ? [] : [{ format: 'har', file: har }])])
  const twin = twinDirectory === undefined ? undefined : await openTwin(twinDirectory, note)
  // Signals are held until the reports are written.
  const signals = command[0] ? holdSignals() : undefined
  try {
    const { kept, counts, code } = await serveProxy(target, { host, port }, command, signals)
    // The command did not run, so there is nothing to judge.
    if (code === 126 || code === 127) return exitCodes.wrongUsage
    const keepsExchanges = har !== undefined || reports.some(({ format }) => format === 'har')
    const client = { name: command.join(' ') || 'the client', command }
    const result = {
      service: await judgeService({ ...kept, target, keepsExchanges }),
      client: judgeClientTraffic({ ...kept, target, client, refusals: twin?.refusals }),
    }
    const summary = summarizeProxy(result)
    const { startedAt, durationMs } = kept
    const facts = {
      twin: twin && (await compareTwin(kept, target, twin)),
      summary,
      requests: counts.requests,
      startedAt,
      durationMs,
      notes: trafficNotes(kept, counts),
      verbose,
    }
    if (har !== undefined) blaming('--har', () => writeWhole(har, harReport(result.service)))
    writeReports(reports, (format, look) => writeProxyReport(format, result, { ...facts, ...look }))
    const dropped = dropsText(counts, target.baseUrl)
    if (dropped !== undefined) note(`emulator: ${dropped}`)
    if (counts.answered === 0 && counts.dropped.size > 0) {
      note(`emulator: ${target.baseUrl} was never reached. Check the URL and that the service is running.`)
      return exitCodes.unreachable
    }
    if (counts.requests === 0) note(nothingSent(command))
    if (code === 0) return summary.exitCode
    note(`emulator: ${command[0]!} exited with ${code}, so that is the exit code here.`)
    return code
  } finally {
    signals?.release()
  }
}

const nothingSent = ([name = 'a client']: readonly string[]): string =>
  `emulator: expected requests of ${name}; none came. Let it use the address in PLATFORM_BASE_URL; a test with an emulator in its own process sends its requests there.`

/** Serves while the command runs, or until a signal. @returns the traffic, and the exit code of the command. */
async function serveProxy(
  target: Target,
  { host, port }: { readonly host: string; readonly port: number },
  command: readonly string[],
  signals: HeldSignals | undefined,
): Promise<{ readonly kept: Traffic; readonly counts: ProxyCounts; readonly code: number }> {
  const traffic = new KeptTraffic()
  const proxy = await openReverseProxy({ service: target, host, port, traffic }).catch(
    (error: NodeJS.ErrnoException): never => {
      throw new UsageError(`expected an address to listen on; ${host}:${port} cannot be used: ${error.message}.`)
    },
  )
  try {
    note(`The proxy at ${proxy.url} forwards to ${target.baseUrl}`)
    const code = signals ? await runProxied(proxy.url, target, command, signals) : 0
    // `npx` may send a signal twice; a further one ends the process at once.
    if (!signals) await new Promise<void>((resolve) => handleSignals(resolve, () => {}))
    return { kept: await traffic.read(), counts: proxy.counts, code }
  } finally {
    await proxy.close()
  }
}

/** Runs the command with the variables of `exec`. @returns its exit code. */
async function runProxied(
  url: string,
  target: Target,
  command: readonly string[],
  signals: HeldSignals,
): Promise<number> {
  // The proxy adds what the gateway demands.
  const { headers: _headers, tls: _tls, ...declared } = target
  const { oauth, ...credentials } = target.credentials ?? {}
  const code = await useTargetFile({ ...declared, baseUrl: url }, (file) =>
    runCommand(command, commandVariables({ ...credentials, ...oauth }, url, file), signals),
  )
  // Only the reports remain, so further signals are ignored.
  signals.end(() => {})
  return code
}
