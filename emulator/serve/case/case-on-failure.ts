import { type CasePlace, keepCase, keptCaseText, type Savable } from './keep-case.ts'

/** How the case of a failed test is kept. */
export interface CaseOnFailureOptions extends CasePlace {
  /** Told the command that opens the case. Default: `console.error`. */
  readonly say?: (line: string) => void
}

/** A test that has failed. */
interface FailedTest {
  readonly test?: string
  readonly message?: string
}

const unaskedText =
  'The emulator received no request, so no case was kept. Let the client ask it: by its fetch, or at its address.'

/** Returns true if no world of an emulator received a request. */
function isUnasked({ worlds }: Savable): boolean {
  return worlds !== undefined && worlds.names.every((name) => worlds.use(name).requests.size === 0)
}

/**
 * Makes a hook that keeps the case of a failed test, for `afterEach` of `node:test`, Jest, Mocha and Vitest. It prints
 * the command that opens the case, and never fails a test.
 *
 * @example
 * ```ts
 * import { createEmulator } from '@platform-data/emulator'
 * import { caseOnFailure } from '@platform-data/emulator/node'
 * import { afterEach } from 'node:test'
 *
 * const emulator = createEmulator()
 * afterEach(caseOnFailure(emulator))
 * ```
 * @param emulator The emulator, or a function that returns the one of the test.
 */
export function caseOnFailure(
  emulator: Savable | (() => Savable | undefined),
  { say = (line) => console.error(line), ...place }: CaseOnFailureOptions = {},
): (...context: unknown[]) => Promise<void> {
  // The parameters are a rest, as Jest and Mocha wait for a callback where a hook has a parameter.
  return async function keepFailedTest(this: unknown, ...[context]: unknown[]) {
    const failed = failedTest(context) ?? failedMocha(this) ?? failedJest()
    const of = typeof emulator === 'function' ? emulator() : emulator
    if (!failed || !of) return
    say(isUnasked(of) ? unaskedText : keptCaseText(await keepCase(of, failed, place)))
  }
}

interface TestContext {
  readonly name?: unknown
  /** `node:test` */
  readonly passed?: unknown
  readonly error?: unknown
  /** Vitest */
  readonly task?: { readonly name?: unknown; readonly result?: { readonly state?: unknown; readonly errors?: unknown } }
}

/** The test of `node:test` or Vitest, where it has failed. */
function failedTest(context: unknown): FailedTest | undefined {
  // The context of Vitest is a function with members.
  if ((typeof context !== 'object' && typeof context !== 'function') || context === null) return undefined
  const { name, passed, error, task } = context as TestContext
  if (passed === false) return toFailed(name, error)
  return task?.result?.state === 'fail'
    ? toFailed(task.name, (task.result.errors as unknown[] | undefined)?.[0])
    : undefined
}

/** The test of Mocha, where it has failed. */
function failedMocha(suite: unknown): FailedTest | undefined {
  const { currentTest: test } = (suite ?? {}) as {
    readonly currentTest?: { readonly state?: unknown; readonly title?: unknown; readonly err?: unknown }
  }
  return test?.state === 'failed' ? toFailed(test.title, test.err) : undefined
}

interface JestState {
  readonly currentlyRunningTest?: { readonly name?: unknown; readonly errors?: readonly unknown[] } | null
}

/** The test of Jest, where it has failed. Jest tells its hooks nothing, so its own state is read. */
function failedJest(): FailedTest | undefined {
  const symbol = Object.getOwnPropertySymbols(globalThis).find(({ description }) => description === 'JEST_STATE_SYMBOL')
  const state = symbol && (globalThis as unknown as Readonly<Record<symbol, JestState | undefined>>)[symbol]
  const test = state?.currentlyRunningTest
  if (!test?.errors?.length) return undefined
  return toFailed(test.name, [test.errors[0]].flat()[0])
}

function toFailed(name: unknown, error: unknown): FailedTest {
  const message = (error as { readonly message?: unknown } | undefined)?.message
  return {
    ...(typeof name === 'string' ? { test: name } : {}),
    ...(typeof message === 'string' ? { message } : {}),
  }
}
