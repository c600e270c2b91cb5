import { everyDeviation } from '../faults/faults.ts'
import { registerAlone } from './register-alone.ts'

registerAlone(everyDeviation.filter((_, index) => index % 2 === 1))
