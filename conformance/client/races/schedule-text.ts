import { bearerOf } from '../evidence/tokens.ts'
import { issuedBy, type RaceEvent, type RaceRequest, type RaceStep } from './judge-race.ts'

const eventTexts: Readonly<Record<RaceEvent, string>> = {
  expiry: 'the access token expires',
  revocation: 'the access token and its refresh token are revoked',
}

/** An order as numbered lines: what happened, to whom, and how it was answered. */
export function scheduleText(steps: readonly RaceStep[], event: RaceEvent): readonly string[] {
  // A request that is answered at once is one line.
  const isAtOnce = (index: number) =>
    steps[index]?.request !== undefined && steps[index + 1]?.request === steps[index].request
  const lines = steps.filter((_step, index) => !isAtOnce(index - 1))
  const lineOf = (isIt: (request: RaceRequest) => boolean) =>
    lines.findIndex(({ request }) => request !== undefined && isIt(request)) + 1
  const textOf = ({ kind, request }: RaceStep): string => {
    if (!request) return eventTexts[event]
    const { task, received } = request
    if (kind === 'answered') return `${task.name}: the answer of step ${lineOf((one) => one === request)} arrives`
    const bearer = bearerOf(received)
    const issuedIn = lineOf((one) => issuedBy(one) === bearer)
    const token = issuedIn === 0 ? ' with the old token' : ` with the token of step ${issuedIn}`
    const what = `${received.method} ${received.path}${received.search}${bearer === undefined ? '' : token}`
    const delay = isAtOnce(steps.findIndex((one) => one.request === request)) ? '' : ', still on its way'
    return `${task.name}: ${what} → ${received.answer?.status ?? 'no answer'}${delay}`
  }
  return lines.map((line, index) => `${String(index + 1).padStart(String(lines.length).length)}. ${textOf(line)}`)
}
