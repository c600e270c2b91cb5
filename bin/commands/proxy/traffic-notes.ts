// Notes about traffic without a verdict, and about refused traffic.
import type { Unread } from '../../../conformance/conclusions/exchange.ts'
import type { Traffic } from '../../../conformance/proxy/traffic.ts'
import { counted } from '../../../conformance/report/text.ts'
import type { ProxyCounts } from '../../judges/proxy/reverse-proxy.ts'

const unreadWords: Readonly<Record<Unread, string>> = {
  long: 'as it is longer than 2 MiB',
  full: 'as 64 MiB of bodies had been kept before',
  encoding: 'as its Content-Encoding could not be undone',
  text: 'as it is not UTF-8',
  refused: 'as it was refused',
}

const refusalWords: Readonly<Record<Parameters<ProxyCounts['refused']['get']>[0], string>> = {
  foreign_origin: 'from pages of other sites',
  misdirected_request: 'to another host',
  no_connect: 'for a tunnel by CONNECT',
  no_upgrade: 'for an upgrade to another protocol',
  not_http: 'that are not HTTP',
}

/** The traffic that was not judged. The limits are those of `defaultTrafficLimits`. */
export function trafficNotes({ exchanges, unkept }: Traffic, { refused }: ProxyCounts): readonly string[] {
  const unreadOf = (reasons: readonly Unread[], what: string) =>
    [...Map.groupBy(reasons, (unread) => unread)].map(
      ([unread, { length }]) =>
        `The body of ${counted(length, what)} passed and was not judged, ${unreadWords[unread]}.`,
    )
  const broken = exchanges.filter(({ response }) => response?.trouble !== undefined && !response.unread).length
  const unanswered = exchanges.filter(({ response, answered }) => !response && answered === undefined).length
  return [
    ...unreadOf(
      exchanges.flatMap(({ response }) => response?.unread ?? []),
      'answer',
    ),
    ...unreadOf(
      exchanges.flatMap(({ request }) => request.unread ?? []),
      'request',
    ),
    ...(broken === 0
      ? []
      : [`${counted(broken, 'answer')} did not come to the end, and the service is not judged by it.`]),
    ...(unanswered === 0
      ? []
      : [`${counted(unanswered, 'request')} had no answer when the client left or the proxy ended.`]),
    ...(unkept === 0
      ? []
      : [`${counted(unkept, 'request')} passed and were not judged, as 10,000 had been kept before.`]),
    ...[...refused].map(([code, count]) => `The proxy refused ${counted(count, 'request')} ${refusalWords[code]}.`),
  ]
}

/** Describes the connections that ended before their answer was complete; undefined if there were none. */
export function dropsText({ dropped }: ProxyCounts, service: string): string | undefined {
  if (dropped.size === 0) return undefined
  const total = [...dropped.values()].reduce((sum, count) => sum + count, 0)
  const reasons = [...dropped].map(([reason, count]) => `${reason} (${count})`).join(', ')
  const were = total === 1 ? 'was' : 'were'
  return `${counted(total, 'request')} ${were} dropped, as the connection to ${service} ended: ${reasons}.`
}
