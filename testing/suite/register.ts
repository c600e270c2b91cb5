import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Conventions } from '../../emulator/model/contract/conventions.ts'
import { createEmulator, type Emulator } from '../../emulator/create-emulator.ts'
import { behaviours } from './behaviours/behaviours.ts'
import { SuiteClient } from './suite-client.ts'
import { suiteClock, suiteSeed } from './suite-seed.ts'
import type { Transport } from './transports.ts'

export interface SuiteOptions {
  readonly title: string
  readonly conventions: Partial<Conventions>
  readonly transport: (emulator: Emulator) => Promise<Transport>
  readonly basePath?: string
}

/** Registers each behaviour that applies under these conventions: one emulator, a world for each. */
export function registerSuite({ title, conventions, transport, basePath = '' }: SuiteOptions): void {
  describe(title, () => {
    const faults: unknown[] = []
    const emulator = createEmulator({
      fixtures: suiteSeed,
      clock: suiteClock,
      conventions,
      basePath,
      checkResponses: true,
      onError: (error) => faults.push(error),
    })
    let opened: Transport | undefined
    beforeAll(async () => {
      opened = await transport(emulator)
    })
    afterAll(() => opened?.close())
    for (const [index, { name, run, under }] of behaviours.entries()) {
      if (under && !under(emulator.conventions)) continue
      it(name, async () => {
        await run(new SuiteClient(emulator, opened!, `w${index}`))
        expect(faults).toEqual([])
      })
    }
  })
}
