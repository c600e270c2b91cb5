// The options and exit codes of each command, for its help, its page in bin/docs and messages about wrong usage.
import { execOptions } from '../../options/case-option.ts'
import { clientOptions } from '../../options/client-options.ts'
import { conformanceOptions, targetOptions } from '../../options/conformance-options.ts'
import { emulatorOptions, openapiOptions } from '../../options/emulator-options.ts'
import { fleetOptions } from '../../options/fleet-options.ts'
import { initOptions } from '../../options/init-options.ts'
import { learnOptions } from '../../options/learn-options.ts'
import { listOptions } from '../../options/list-options.ts'
import type { Option } from '../../options/option.ts'
import { proxyOptions } from '../../options/proxy-options.ts'
import { replayOptions } from '../../options/replay-options.ts'

/** A command of the command line. */
export interface CommandShape {
  readonly options: Readonly<Record<string, Option<unknown>>>
  /** Its arguments. */
  readonly takes: readonly string[]
  readonly exitCodes: readonly ExitCode[]
}

type ExitCode = readonly [code: string, meaning: string]

const wrongUsage: ExitCode = ['2', 'wrong usage or configuration']
const written: readonly ExitCode[] = [['0', 'printed'], wrongUsage]
const unreachable: ExitCode = ['3', 'the target cannot be reached']
const ended = (what: string): ExitCode => ['130, 143', `ended by Ctrl-C or SIGTERM; ${what}`]

/** The commands, by the words after `emulator`. */
export const commandShapes: Readonly<Record<string, CommandShape>> = {
  start: {
    options: emulatorOptions,
    takes: [],
    exitCodes: [
      ['0', 'ended by Ctrl-C, SIGTERM or SIGHUP; all files were written'],
      ['2', 'wrong usage, or a port or file that cannot be used'],
    ],
  },
  exec: {
    options: execOptions,
    takes: [],
    exitCodes: [
      ['0 to 255', "the command's own"],
      ['126, 127', 'the command cannot be run, or does not exist'],
      ['128 + N', 'signal N ended the command'],
      ['2', 'also wrong usage: the command did not run'],
    ],
  },
  openapi: { options: openapiOptions, takes: [], exitCodes: written },
  list: { options: listOptions, takes: ['WHAT'], exitCodes: written },
  fleet: { options: fleetOptions, takes: [], exitCodes: written },
  init: {
    options: initOptions,
    takes: [],
    exitCodes: [['0', 'written, or nothing to write'], wrongUsage, unreachable],
  },
  conformance: {
    options: conformanceOptions,
    takes: ['URL'],
    exitCodes: [
      ['0', 'every applicable requirement was decided and passed'],
      ['1', 'at least one failed, or a baseline entry no longer does'],
      ['2', 'wrong usage or configuration, or credentials refused everywhere'],
      unreachable,
      ['4', 'none failed, but something could not be decided'],
      ended('what it made was deleted'),
    ],
  },
  'conformance list': { options: {}, takes: [], exitCodes: written },
  'conformance explain': { options: {}, takes: ['ID'], exitCodes: written },
  'conformance compare': {
    options: {},
    takes: ['BEFORE', 'AFTER'],
    exitCodes: [
      ['0', 'nothing got worse'],
      ['1', 'something failed that had not, or is no longer proven'],
      ['2', 'wrong usage, or a file that is not a report'],
    ],
  },
  'conformance verify': {
    options: {},
    takes: ['DIR'],
    exitCodes: [
      ['0', 'the bundle is whole, and shows what exit code 0 of a run means'],
      ['1', 'the bundle is not whole, its exchanges say otherwise, or it shows a failure'],
      ['2', 'wrong usage, or no bundle'],
      ['4', 'the bundle is whole, and leaves something undecided'],
    ],
  },
  'conformance cleanup': {
    options: targetOptions,
    takes: ['URL'],
    exitCodes: [
      ['0', 'nothing is left'],
      ['1', 'some objects could not be deleted'],
      wrongUsage,
      unreachable,
      ended('the rest is still there'),
    ],
  },
  learn: {
    options: learnOptions,
    takes: ['URL', 'OTHER'],
    exitCodes: [
      ['0', 'learned; with --check or --diff: nothing has moved'],
      ['1', 'with --check or --diff: the service has moved'],
      wrongUsage,
      unreachable,
      ['4', 'nothing could be compared'],
      ended('what it made was deleted'),
    ],
  },
  client: {
    options: clientOptions,
    takes: [],
    exitCodes: [
      ['0', 'every stated requirement that applies was decided and kept'],
      ['1', 'at least one was not kept, or a baseline entry no longer fails'],
      ['2', 'wrong usage, or a command that cannot be run or crashes at once'],
      ['4', 'none failed, but something could not be decided'],
      ['0 to 255', 'without --driver, that of a command that failed'],
      ended('the report is partial'),
    ],
  },
  proxy: {
    options: proxyOptions,
    takes: ['URL'],
    exitCodes: [
      ['0', 'what passed decided something, and nothing failed'],
      ['1', 'something failed for the service or for the client'],
      ['2', 'wrong usage or configuration, or a command that cannot be run'],
      ['3', 'the service was never reached'],
      ['4', 'nothing could be decided by what passed'],
      ['0 to 255', 'that of a command that failed; 128 + N where signal N ended it'],
    ],
  },
  replay: {
    options: replayOptions,
    takes: ['FILE'],
    exitCodes: [
      ['0', 'ended by a signal; with a command, it sent the same requests'],
      ['1', 'the command sent another request than in the case'],
      ['2', 'wrong usage, or a file that cannot be opened'],
    ],
  },
  'client list': { options: {}, takes: [], exitCodes: written },
  'client explain': { options: {}, takes: ['ID'], exitCodes: written },
  help: { options: {}, takes: ['TOPIC'], exitCodes: written },
  completion: { options: {}, takes: ['SHELL'], exitCodes: written },
}

/** The exit codes of a command, for the end of its help. */
export function exitCodesText(command: string): string {
  const { exitCodes } = commandShapes[command]!
  const width = Math.max(...exitCodes.map(([code]) => code.length))
  return ['Exit codes:', ...exitCodes.map(([code, meaning]) => `  ${code.padEnd(width)}  ${meaning}`)].join('\n')
}

/** The command that a command line names: its words after `emulator`, and `start` where it names none. */
export function commandOf(argv: readonly string[]): string {
  const [first = '', second = ''] = argv
  return [`${first} ${second}`, first].find((name) => Object.hasOwn(commandShapes, name)) ?? 'start'
}
