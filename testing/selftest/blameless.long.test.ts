import { partOf } from '../sample.ts'
import { blameless, itBlamesNothing } from './blameless.ts'

itBlamesNothing(partOf(blameless, 15))
