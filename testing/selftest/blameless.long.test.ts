import { selectPart } from '../sample.ts'
import { blameless, itBlamesNothing } from './blameless.ts'

itBlamesNothing(selectPart(blameless, 15))
