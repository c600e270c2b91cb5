import { expect, it } from 'vitest'
import { explain } from '../conformance/report/explain.ts'
import { KitError, type KitErrorCode } from '../conformance/kit-error.ts'
import { parseBaseline } from '../conformance/report/baseline.ts'
import { parseReport } from '../conformance/report/compare.ts'
import { writeReport } from '../conformance/report/reports.ts'
import { learnRecording } from '../conformance/learn/learn-service.ts'
import { parseLearned } from '../conformance/learn/learned-document.ts'
import { verifyBundle } from '../conformance/report/verify-bundle.ts'
import { fileLedger } from '../conformance/judge/ledger-files.ts'
import { select } from '../conformance/judge/select.ts'
import { parseTargetFile } from '../conformance/target/target-file.ts'
import { sampleResult } from '../testing/conformance/sample-result.ts'
import { createEmulator } from '../emulator/create-emulator.ts'
import { DataFile } from '../emulator/serve/data-file/data-file.ts'
import { serve } from '../emulator/serve/serve.ts'
import { readTwin } from '../emulator/serve/twin/read-twin.ts'
import { EmulatorError, type EmulatorErrorCode } from '../emulator/tools/emulator-error.ts'
import { UsageError } from './usage-error.ts'
import { usageOf } from './usage-of.ts'
import { assertDriver } from './judges/client/assert-driver.ts'

const emulator = createEmulator({ clock: '2026-03-01T12:00:00Z' })
const thrown = async (work: () => unknown): Promise<unknown> => {
  try {
    return await work()
  } catch (error) {
    return error
  }
}

/** A call for each kind of error. A new kind without one does not compile. */
const emulatorErrors: Readonly<Record<EmulatorErrorCode, () => unknown>> = {
  invalid_option: () => createEmulator({ fixture: 'empty' } as never),
  missing_globals: () => {
    const { Request: kept } = globalThis
    try {
      delete (globalThis as { Request?: unknown }).Request
      return createEmulator()
    } finally {
      globalThis.Request = kept
    }
  },
  invalid_time: () => emulator.clock.set('yesterday'),
  clock_out_of_range: () => emulator.clock.set('2026-02-01'),
  unknown_convention: () => createEmulator({ conventions: { listEnvelop: 'array' } as never }),
  invalid_convention: () => createEmulator({ conventions: { listEnvelope: 'list' as never } }),
  unknown_operation: () => emulator.requests.find({ operation: 'product.list' as never }),
  unknown_scenario: () => emulator.scenarios.add('unknown-member' as never),
  unknown_deviation: () => emulator.deviations.add('legacy-root-24' as never),
  invalid_deviation: () => emulator.deviations.add({ name: 'half' } as never),
  invalid_fault: () => emulator.faults.add({}),
  invalid_adapter: () => createEmulator({ adapters: [{ name: 'My Shop', title: '', kind: '', commands: [] }] }),
  invalid_seed: () => emulator.restore({ format: 'another' } as never),
  invalid_world_name: () => emulator.worlds.use('a b'),
  world_evicted: () => {
    const { worlds } = createEmulator({ limits: { worlds: 1 } })
    worlds.use('one')
    worlds.use('two')
    return worlds.use('one')
  },
  memory_full: () => {
    const { worlds } = createEmulator({ limits: { memory: 1 } })
    return worlds.use('default').data.insert('flows')
  },
  too_many_worlds: () => {
    const { worlds } = createEmulator({ limits: { worlds: 1 } })
    worlds.hold(worlds.use('one'))
    return worlds.use('two')
  },
  unknown_world: () => emulator.worlds.drop('nowhere'),
  default_world: () => emulator.worlds.drop('default'),
  unknown_collection: () => emulator.data.find('product' as never),
  read_only_collection: () => emulator.data.insert('access_tokens' as never),
  unknown_record: () => emulator.data.remove('flows', 'none'),
  invalid_record: () => emulator.data.insert('flows', { colour: 'red' } as never),
  record_conflict: () => emulator.data.insert('flows', { id: emulator.samples.catalogId! }),
  unexpected_requests: () => emulator.requests.one({ path: '/nowhere' }),
  port_taken: async () => {
    const server = await serve(createEmulator(), { port: 0 })
    return serve(createEmulator(), { port: server.port }).finally(() => server.close())
  },
  // Which ports are forbidden depends on the user, and so does what else the system refuses.
  port_forbidden: () => new EmulatorError('port_forbidden', 'Port 1 is not allowed.'),
  unknown_host: () => serve(createEmulator(), { port: 0, host: '192.0.2.1' }),
  cannot_listen: () => new EmulatorError('cannot_listen', 'Cannot listen.'),
  unusable_data_file: () => new DataFile(import.meta.filename),
  unusable_twin: () => readTwin(import.meta.dirname),
  not_stored: () => new EmulatorError('not_stored', 'The disk is full.'),
  invalid_case: () => new EmulatorError('invalid_case', 'It is damaged.'),
  case_version: () => new EmulatorError('case_version', 'It is of another version.'),
  case_incomplete: () => new EmulatorError('case_incomplete', 'An adapter is missing.'),
  missing_package: () => new EmulatorError('missing_package', 'It is not installed.'),
}

const kitErrors: Readonly<Record<KitErrorCode, () => unknown>> = {
  invalid_selection: () => select([], { only: ['nothing'] }),
  invalid_target_file: () => parseTargetFile('{', {}),
  invalid_driver: () => assertDriver({ getToken: async () => {} } as object),
  invalid_baseline: () => parseBaseline('{'),
  invalid_report: () => parseReport('{', 'report.json'),
  invalid_bundle: () => verifyBundle(new Map()),
  invalid_twin: () => parseLearned('{', 'learned.json'),
  invalid_recording: () => learnRecording({ target: { baseUrl: 'http://a.test' }, exchanges: [], secrets: [] }),
  quick_run: () => writeReport('badge', sampleResult([], { quick: true })),
  unknown_id: () => explain('pat.lst', [], []),
  ledger_unwritable: () => fileLedger('/dev/null/ledgers', 'http://127.0.0.1', 0),
  // Sending fails only where a check waits for it, which ends the check.
  unreachable: () => new KitError('unreachable', 'got no response'),
  timed_out: () => new KitError('timed_out', 'none within 10 s'),
  broken_body: () => new KitError('broken_body', 'the body broke off'),
}

it.each(Object.entries({ ...emulatorErrors, ...kitErrors }))(
  'reports %s as wrong usage, in one line',
  async (code, work) => {
    const error = await thrown(work)
    expect(error).toMatchObject({ code })
    expect(usageOf(error)).toMatch(/^[^\n]+[.?]$/)
  },
)

it('keeps its own messages, and joins several lines into one', () => {
  expect(usageOf(new UsageError('--port needs a value'))).toBe('--port needs a value')
  expect(usageOf(new KitError('invalid_report', 'is not JSON:\n  at 1'))).toBe('is not JSON:   at 1.')
})

it('returns undefined for any other error', () => {
  for (const error of [new TypeError('x is not a function'), new Error('no'), 'text', undefined])
    expect(usageOf(error)).toBeUndefined()
})
