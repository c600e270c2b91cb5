import { terminalLine, terminalLines } from '../../../wording/escaping/terminal.ts'
import {
  type CheckEntry,
  type Evidence,
  type FailedRequirement,
  failuresCount,
  type FailuresSection,
  type SameFailure,
  waitingNames,
} from '../../document.ts'
import type { Paint } from '../../paint.ts'
import { bodyText, counted, cut, seconds, wrap } from '../../text.ts'
import { type Color, colors, labelIndent, labelled, labelWidth, type Look } from './look.ts'

/** What failed, with its checks and how to show it again. */
export function failureTexts(section: FailuresSection, look: Look): readonly string[] {
  const { failures: all, title, tone } = section
  if (all.length === 0) return []
  return [
    look.paint(['bold', colors[tone]], terminalLine(`${title}: ${failuresCount(section)}`)),
    ...all.flatMap((failure) => ['', ...failureLines(failure, colors[tone], look)]),
  ]
}

function failureLines(failure: FailedRequirement, color: Color, look: Look): readonly string[] {
  const { id: name, statement, note, known, advice, checks, same = [] } = failure
  const { paint, width } = look
  const waits = waitingNames(failure)
  const id = terminalLine(name)
  const head = `${id}${knownNote(known)}  `
  const [first = '', ...others] = wrap(`${head}${terminalLine(`${statement} (${note})`)}`, width - 2)
  return [
    `${paint(color, '✗')} ${first.startsWith(id) ? `${paint('bold', id)}${first.slice(id.length)}` : first}`,
    ...others.map((line) => `  ${line}`),
    ...checks.flatMap((check) => checkLines(check, check.check === name, color, look)),
    ...alsoBroken(same, look),
    ...(waits === undefined ? [] : labelled('waiting', terminalLine(waits), look)),
    ...(advice ? [...labelled('behind it', advice.cause, look), ...labelled('to do', advice.remedy, look)] : []),
  ]
}

/** The most further requirements of a failure that are told with their statements. */
const mostBroken = 4

/** The other requirements that fail for the same reason. */
function alsoBroken(same: readonly SameFailure[], look: Look): readonly string[] {
  const told = look.verbose ? same : same.slice(0, mostBroken)
  const others = same.slice(told.length)
  return [
    ...told.flatMap((other, index) => sameLines(other, index === 0 ? 'breaks' : '', look)),
    ...(others.length === 0
      ? []
      : labelled('', `and ${others.map(({ id, checks }) => `${id} (${checks[0]?.place})`).join(', ')}`, look)),
  ]
}

/** Another requirement that fails for the same reason, with its first place. */
function sameLines(
  { id, statement, note, expected, got, checks }: SameFailure,
  label: string,
  look: Look,
): readonly string[] {
  const [first, ...others] = checks
  const more = others.length > 0 ? ` and ${counted(others.length, 'other check')}` : ''
  return [
    ...labelled(label, `${id}: ${statement} (${note})`, look),
    ...labelled('', `by ${first?.check} (${first?.place})${more}${differenceText(expected, got)}`, look),
  ]
}

/** What came instead of what was expected, behind the name of a check; empty without it. */
function differenceText(expected: string | undefined, got: string | undefined): string {
  if (got === undefined) return ''
  return expected === undefined ? `: got ${got}` : `: expected ${expected}; got ${got}`
}

/** The most other places of a failure that are told; the rest is counted. */
const mostPlaces = 4

function checkLines(
  { check, known, expected, got, message, also = [], lines: further, command, evidence, output }: CheckEntry,
  isNamed: boolean,
  color: Color,
  look: Look,
): readonly string[] {
  const { verbose, width } = look
  const told = verbose ? also : also.slice(0, mostPlaces)
  const places = told.map(({ check: other, place }) => `${other} (${place})`)
  const more = also.length - told.length
  return [
    ...(isNamed ? [] : labelled('check', `${check}${knownNote(known)}`, look)),
    ...(expected === undefined || got === undefined
      ? labelled(isNamed ? 'message' : '', message, look)
      : [...labelled('expected', expected, look), ...labelled('got', got, look, color)]),
    ...(also.length === 0
      ? []
      : labelled('also', [...places, ...(more > 0 ? [`and ${counted(more, 'other check')}`] : [])].join(', '), look)),
    ...further.flatMap(({ kind, text }) => labelled(kind, text, look)),
    ...answeredLines(further, evidence, look),
    ...(output === undefined || output === '' ? [] : labelled('printed', cut(output.trim().slice(-600)), look)),
    ...(command === undefined ? [] : commandLines(command, width, look)),
    ...(verbose ? evidence.flatMap((exchange) => evidenceLines(exchange, look.paint)) : []),
  ]
}

/** What a client was answered last: often it has misread that. What came of a service says its answer. */
function answeredLines(further: CheckEntry['lines'], evidence: CheckEntry['evidence'], look: Look): readonly string[] {
  const last = evidence.at(-1)?.response
  if (!last?.body || !further.some(({ kind }) => kind === 'sent')) return []
  return labelled('answered', `${last.status} ${bodyText(last, 300)}`, look)
}

function knownNote(known: string | undefined): string {
  if (known === undefined) return ''
  return ` (known${known === '' ? '' : `: ${terminalLine(known)}`})`
}

function evidenceLines({ request, response, durationMs }: Evidence, paint: Paint): readonly string[] {
  const time = durationMs === undefined ? '' : ` in ${seconds(durationMs)}`
  const answer = response === undefined ? 'no answer' : `${response.status}${time}`
  return [
    `    ${paint('cyan', terminalLine(`${request.method} ${request.url}`))} ${paint('dim', answer)}`,
    ...(request.body === undefined ? [] : [`      > ${terminalLine(cut(request.body, undefined, request.length))}`]),
    ...Object.entries(response?.headers ?? {}).map(
      ([name, value]) => `      ${paint('dim', terminalLine(`${name}: ${value}`))}`,
    ),
    ...terminalLines(response ? bodyText(response) : '')
      .split('\n')
      .map((line) => `      < ${line}`),
  ]
}

/** A command in one line where that fits, else in lines that a shell takes together. */
function commandLines(
  { kind, short, long }: NonNullable<CheckEntry['command']>,
  width: number,
  { paint }: Look,
): readonly string[] {
  const all =
    short.length <= width - labelIndent || width === Infinity ? [terminalLine(short)] : terminalLines(long).split('\n')
  return all.map((line, index) => `  ${paint('dim', (index === 0 ? kind : '').padEnd(labelWidth))} ${line}`)
}
