import { itConcludesTheSame, itConcludesTheSameInAll, otherWords, wholeRuns } from './reworded.ts'
import { everyDeviation } from '../faults/faults.ts'

itConcludesTheSame(everyDeviation)
itConcludesTheSameInAll(Object.keys(wholeRuns), otherWords)
