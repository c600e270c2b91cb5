// Makes right servers from the emulator: what the kit sees differs from it by a way, by the target file, or by time.
import { toTargetFile } from '../../../bin/judges/service/target-file.ts'
import type { ConformanceOptions } from '../../../conformance/judge/run-conformance.ts'
import { type Target, toTarget } from '../../../conformance/target/target-file.ts'
import type { FetchFunction } from '../../../conformance/send/sender.ts'
import type { Conventions } from '../../../emulator/model/contract/conventions.ts'
import { createEmulator } from '../../../emulator/create-emulator.ts'
import type { FetchWrapper } from '../../../emulator/disturb/deviations/define-deviation.ts'
import type { EmulatorOptions } from '../../../emulator/options.ts'
import { FakeTime } from '../../conformance/fake-time.ts'
import { deviate } from '../../selftest/subject.ts'
import type { RightSubject } from './right-server.ts'

/** The time at which servers with a time of their own begin. */
const begin: number = Date.UTC(2027, 2, 1)

interface FromEmulator {
  readonly conventions?: Partial<Conventions>
  readonly emulator?: Omit<EmulatorOptions, 'conventions'>
  /** How the API answers otherwise. It does not act on the control API. */
  readonly way?: (time: FakeTime) => FetchWrapper
  /** Stands between the kit and everything else. */
  readonly between?: (next: FetchFunction, time: FakeTime) => FetchFunction
  /** The changed members of the target file. */
  readonly target?: (target: Target) => Target
  /** True if waiting takes no time: the clock of the server and the time of the kit are then faked. */
  readonly fakeTime?: boolean
  readonly options?: Partial<ConformanceOptions>
}

/** An emulator with changes, as a subject. */
export function fromEmulator({
  conventions = {},
  emulator: emulatorOptions = {},
  way,
  between = (next) => next,
  target = (declared) => declared,
  fakeTime = false,
  options = {},
}: FromEmulator): RightSubject {
  const time = new FakeTime(begin)
  const emulator = createEmulator({
    ...(fakeTime ? { clock: { start: begin, timeSource: () => time.now() } } : {}),
    ...emulatorOptions,
    conventions,
    onError: () => undefined,
  })
  if (way) deviate(emulator, way(time))
  return {
    target: target(toTarget(toTargetFile(emulator, 'http://target.test', true))),
    fetch: between(emulator.fetch, time),
    options: { ...(fakeTime ? { time } : {}), ...options },
  }
}
