import type { RaceEvent, RaceRequest, RaceStep } from './step.ts'
import { stepId } from './step.ts'

const eventTexts: Readonly<Record<RaceEvent, string>> = {
  expiry: 'the access token expires',
  revocation: 'the access token and its refresh token are revoked',
}

/** A line of a schedule: a step, or the two steps of a request where nothing comes between them. */
interface Line {
  readonly name: string
  readonly part: 'event' | 'whole' | 'served' | 'answered'
  readonly request: RaceRequest | undefined
}

/** The steps of a schedule as a replay has them: `2.1` for a request that is served and answered at once. */
export function scheduleNames(steps: readonly RaceStep[]): readonly string[] {
  return linesOf(steps).map(({ name }) => name)
}

/** The single steps that the names of a schedule stand for. */
export function stepsOf(names: readonly string[]): readonly string[] {
  return names.flatMap((name) =>
    name === 'event' || name.includes(' ') ? [name] : [stepId(name, 'served'), stepId(name, 'answered')],
  )
}

/** A schedule as a numbered list: in each line what happened, to whom, and how it was answered. */
export function scheduleText(steps: readonly RaceStep[], event: RaceEvent): string {
  const lines = linesOf(steps)
  const width = String(lines.length).length
  return lines.map((line, index) => `${String(index + 1).padStart(width)}. ${lineText(line, lines, event)}`).join('\n')
}

function lineText({ part, request }: Line, lines: readonly Line[], event: RaceEvent): string {
  if (!request) return eventTexts[event]
  const { taskName, task, method, path, status = 'no answer' } = request
  const isTwice = lines.some((other) => other.request?.taskName === taskName && other.request.task !== task)
  const who = isTwice ? `${taskName} (${task + 1})` : taskName
  if (part === 'answered') return `${who}: the answer of step ${lineOf(request, lines)} arrives`
  const delay = part === 'whole' ? '' : ', still on its way'
  return `${who}: ${method} ${path}${tokenText(request, lines)} → ${status}${delay}`
}

/** Which token a request carries, where there is more than one. */
function tokenText({ bearer }: RaceRequest, lines: readonly Line[]): string {
  const issuing = lines.filter(({ request, part }) => request?.issued !== undefined && part !== 'answered')
  if (bearer === undefined || issuing.length === 0) return ''
  const own = issuing.find(({ request }) => request!.issued === bearer)
  return own ? ` with the token of step ${lineOf(own.request!, lines)}` : ' with the old token'
}

/** The number of the line in which a request is served. */
function lineOf(request: RaceRequest, lines: readonly Line[]): number {
  return lines.findIndex((line) => line.request === request) + 1
}

function linesOf(steps: readonly RaceStep[]): readonly Line[] {
  return steps.flatMap(({ id, request, effect: { kind } }, index): readonly Line[] => {
    if (kind === 'event') return [{ name: id, part: kind, request }]
    const isWithNext = kind === 'served' && steps[index + 1]?.request === request
    if (kind === 'answered' && steps[index - 1]?.request === request) return []
    return [isWithNext ? { name: request!.name, part: 'whole', request } : { name: id, part: kind, request }]
  })
}
