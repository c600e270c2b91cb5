// Laws run with the seed of the sample: a run of CI on the same day tries what was tried before it.
import fc from 'fast-check'
import { sampleSeed } from './sample.ts'

fc.configureGlobal({ seed: sampleSeed })
