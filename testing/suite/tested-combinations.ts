import type { Conventions } from '../../emulator/model/contract/conventions.ts'
import { conventionCombinations } from './combinations.ts'

/** The combinations of conventions under which the kit judges right servers, and careful clients are judged. */
export const combinations: readonly Partial<Conventions>[] = conventionCombinations(60)
