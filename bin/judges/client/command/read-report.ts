// Reads the report of a driver from the last line of its standard output.
import { type Phrase, phrase, jsonPhrase } from '../../../../conformance/conclusions/phrase.ts'
import type { TaskReport } from '../../../../conformance/client/tasks/task.ts'
import { nearest } from '../../../../conformance/nearest.ts'
import { isObject } from '../../../../conformance/reading/find-list.ts'
import type { ChildExit } from './child.ts'

/** The exit code of a driver whose client does not support the task. */
const notApplicable = 77

/** Reads the report of a driver from its output and its exit. */
export function readReport({ code, signal, stopped, stdout, stderr }: ChildExit): TaskReport {
  if (stopped !== undefined)
    return 'why' in readLastLine(stdout.bytes)
      ? { kind: 'timeout', why: stopped }
      : { kind: 'timeout', why: printedPhrase, cause: 'printed' }
  if (signal === null && code === notApplicable) return { kind: 'notApplicable' }
  if (signal !== null || code !== 0)
    return { kind: 'crash', why: phrase`${exitPhrase({ code, signal })}${outputPhrase(stderr)}` }
  if (stdout.isCut && !stdout.bytes.subarray(0, -2).includes(newline))
    return { kind: 'unreadable', why: phrase`a last line of more than ${stdout.bytes.length} bytes` }
  return readLastLine(stdout.bytes)
}

const printedPhrase = phrase`it printed its value and did not end; end the process after that, or close the timer or connection that keeps it alive`

/** How a process ended, as `exit code 3`. */
export function exitPhrase({ code, signal }: Pick<ChildExit, 'code' | 'signal'>): Phrase {
  return signal === null ? phrase`exit code ${String(code)}` : phrase`an end by ${signal}`
}

const newline = 10

/** Blank lines at the end are ignored: some languages print an additional one. */
function readLastLine(bytes: Uint8Array): TaskReport {
  const end = bytes.findLastIndex((byte) => !blanks.includes(byte)) + 1
  if (end === 0) return { kind: 'unreadable', why: phrase`nothing on standard output` }
  const begin = bytes.lastIndexOf(newline, end - 1) + 1
  let line: string
  try {
    line = new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(begin, end))
  } catch {
    return { kind: 'unreadable', why: phrase`a last line that is not UTF-8` }
  }
  let report: unknown
  try {
    report = JSON.parse(line)
  } catch {
    return { kind: 'unreadable', why: phrase`the last line ${jsonPhrase(line)}, which is not JSON` }
  }
  return (
    toReported(report) ?? { kind: 'unreadable', why: phrase`the last line ${jsonPhrase(line)}, ${reportFault(report)}` }
  )
}

/** Blank, tab, line feed and carriage return. */
const blanks: readonly number[] = [32, 9, newline, 13]

function toReported(report: unknown): TaskReport | undefined {
  if (!isObject(report)) return undefined
  const { value, error } = report
  // Programs write null for missing values.
  const hasError = error !== undefined && error !== null
  if (!hasError) return value === undefined || (value === null && error === null) ? undefined : { kind: 'value', value }
  if (value !== undefined && value !== null) return undefined
  if (!isObject(error) || typeof error['kind'] !== 'string') return undefined
  const { kind, status } = error
  if (status === undefined || status === null) return { kind: 'error', error: { kind } }
  return typeof status === 'number' ? { kind: 'error', error: { kind, status } } : undefined
}

/** The defect of a report, as the end of a sentence. */
function reportFault(report: unknown): Phrase {
  if (!isObject(report)) return phrase`which is not a JSON object`
  const { value, error } = report
  const isGiven = (member: unknown) => member !== undefined && member !== null
  if (isGiven(value) && isGiven(error)) return phrase`which has both value and error`
  if (!isGiven(error)) return phrase`which has neither value nor error${memberSuggestion(report)}`
  return phrase`whose error is not as {"kind": "…", "status": 403}`
}

function memberSuggestion(report: object): string {
  const [meant] = Object.keys(report).flatMap((name) => nearest(name, ['value', 'error']) ?? [])
  return meant === undefined ? '' : ` (did you mean ${meant}?)`
}

/**
 * The characters of standard error that a result quotes. Node prints an error above its stack, other languages below.
 */
const told = { first: 600, last: 400 }

function outputPhrase(stderr: string): Phrase {
  const text = removeUnderlines(stderr).trim()
  if (text === '') return phrase`, with nothing on standard error`
  const isLong = text.length > told.first + told.last
  return phrase`, and on standard error: ${isLong ? `${text.slice(0, told.first)} … ${text.slice(-told.last)}` : text}`
}

/** Removes the lines from a standard error with which Python underlines a part of the line above. */
export function removeUnderlines(stderr: string): string {
  const isUnderline = (line: string) => /^[ \t]*[~^][ \t~^]*$/.test(line)
  return stderr
    .split('\n')
    .filter((line) => !isUnderline(line))
    .join('\n')
}

/** The output and the report of a run. */
export interface EndedRun {
  readonly reported: TaskReport
  readonly end: Pick<ChildExit, 'code' | 'signal'>
  /** The end of its standard error. */
  readonly stderr: string
  /** The number of requests that it sent. */
  readonly requests: number
}
