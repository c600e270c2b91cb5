import type { RunResult } from '../../../conformance/judge/result.ts'
import type { FetchFunction } from '../../../conformance/send/sender.ts'
import { createEmulator } from '../../../emulator/create-emulator.ts'
import { FakeTime } from '../../conformance/fake-time.ts'
import { runKit, toSubject } from '../../conformance/subject.ts'
import type { HostileServer } from './hostile-server.ts'

/** Runs the whole kit against a hostile server, with everything declared. Waiting takes no time. */
export function runHostile({ wrap }: HostileServer, fetch?: FetchFunction): Promise<RunResult> {
  const { target, fetch: right } = toSubject(createEmulator({ onError: () => undefined }))
  return runKit(
    { target, fetch: fetch ?? wrap(right), time: new FakeTime() },
    { limits: { timeout: 150, maxRequests: 600, maxWait: 0, concurrency: 4 } },
  )
}
