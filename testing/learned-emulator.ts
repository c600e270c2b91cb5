// Learns what an emulator does, in process, for tests.
import { toTargetFile } from '../bin/judges/service/target-file.ts'
import { furtherQuestions } from '../conformance/learn/questions/further.ts'
import { learnService, type LearnedService } from '../conformance/learn/learn-service.ts'
import { type LearnedDocument, toLearnedDocument } from '../conformance/learn/learned-document.ts'
import { conventionNames } from '../conformance/learn/observation.ts'
import type { FetchFunction, SenderLimits } from '../conformance/send/sender.ts'
import { type Target, toTarget } from '../conformance/target/target-file.ts'
import { createEmulator, type Emulator, type EmulatorOptions } from '../emulator/create-emulator.ts'
import type { Conventions } from '../emulator/model/contract/conventions.ts'

/** How an emulator is learned. */
export interface Learning {
  readonly allowWrites?: boolean
  readonly gentle?: boolean
  /** Asks further questions by this seed. Default: none. */
  readonly seed?: number
  /** The emulator whose target file is used, as that of a service that has moved is still the old one. */
  readonly declaredBy?: Emulator
  /** Stands between the questions and the emulator. */
  readonly between?: (next: FetchFunction) => FetchFunction
  readonly target?: (target: Target) => Target
  readonly limits?: Partial<SenderLimits>
}

const baseUrl = 'http://target.test'

/** Learns an emulator with these options. */
export async function learnEmulator(
  options: EmulatorOptions = {},
  {
    allowWrites = true,
    gentle,
    seed,
    declaredBy,
    between = (next) => next,
    target = (same) => same,
    limits = {},
  }: Learning = {},
): Promise<{ readonly emulator: Emulator; readonly learned: LearnedService; readonly document: LearnedDocument }> {
  const emulator = createEmulator({ ...options, onError: () => undefined })
  const declared = target(toTarget(toTargetFile(declaredBy ?? emulator, baseUrl, true)))
  const asking = { target: declared, allowWrites, gentle }
  const further = seed === undefined ? [] : furtherQuestions(seed, asking)
  const learned = await learnService({ ...asking, further, fetch: between(emulator.fetch), limits })
  return { emulator, learned, document: toLearnedDocument(learned, { baseUrl, allowWrites }) }
}

/** The conventions that were learned wrong, in words; and how many were learned. */
export function judgeLearned(
  { observations }: LearnedService,
  { conventions }: { readonly conventions: Conventions },
): { readonly wrong: readonly string[]; readonly learned: number } {
  const told = conventionNames.flatMap((name) => {
    const observation = observations[name]
    return observation.state === 'learned' ? [{ name, value: JSON.stringify(observation.value) }] : []
  })
  const wrong = told.filter(({ name, value }) => value !== JSON.stringify(conventions[name]))
  return {
    wrong: wrong.map(
      ({ name, value }) => `${name} was learned as ${value}, and is ${JSON.stringify(conventions[name])}`,
    ),
    learned: told.length,
  }
}
