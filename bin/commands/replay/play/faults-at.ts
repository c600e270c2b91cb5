import type { CaseEvent } from '../../../../emulator/case/case-file.ts'
import type { Fault } from '../../../../emulator/disturb/faults/fault.ts'
import type { Faults } from '../../../../emulator/disturb/faults/faults.ts'
import { operationIds } from '../../../../emulator/model/contract/operation-ids.ts'

type FaultEvent = Extract<CaseEvent, { readonly kind: 'faults' }>

/** Brings the faults of a world to where they began, and makes their changes again, one by one. */
export function faultSteps(
  faults: Faults<never>,
  initial: readonly Fault[],
  toFault: (fault: object) => Fault,
): { readonly step: (event: FaultEvent) => void } {
  const removers = new Map<number, () => void>()
  faults.reset()
  if (JSON.stringify(faults.initial) !== JSON.stringify(initial)) faults.set(initial)
  let added = faults.pending.length
  return {
    step(event) {
      if ('add' in event) removers.set(added++, faults.add(toFault(event.add)))
      else if ('remove' in event) removers.get(event.remove)?.()
      else if ('set' in event) {
        faults.set(event.set.map(toFault))
        added += event.set.length
      } else {
        faults.reset()
        added = faults.pending.length
      }
    },
  }
}

/**
 * Brings the faults of a world to where they were: each change is made again, and each request counted, so that their
 * chances go on as they would have.
 */
export function faultsAt(
  faults: Faults<never>,
  initial: readonly Fault[],
  events: readonly CaseEvent[],
  toFault: (fault: object) => Fault,
): void {
  const { step } = faultSteps(faults, initial, toFault)
  for (const event of events) {
    const operation = event.kind === 'request' && operationIds.find((id) => id === event.operation)
    if (operation) faults.take(operation)
    if (event.kind === 'faults') step(event)
  }
}
