import { itConcludesTheSame, itConcludesTheSameInAll } from './reworded.ts'
import { everyDeviation } from '../faults/faults.ts'

/** One in so many. The long tests take more. */
const step = 25

itConcludesTheSame(everyDeviation.filter((_deviation, index) => index % step === 0))
itConcludesTheSameInAll(['a server with known failures of a walk'], ['same'])
itConcludesTheSameInAll(['a server that deletes nothing'], ['unique'])
