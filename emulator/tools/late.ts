import * as ajv from './late/ajv.ts'
import * as faker from './late/faker.ts'
import * as re2 from './late/re2.ts'

/** Functions that return the libraries. */
interface Late {
  readonly ajv: () => typeof ajv
  readonly faker: () => typeof faker
  readonly re2: () => typeof re2
}

/**
 * The libraries that few processes need, each in a file of its own below `late/`. The build for Node replaces this
 * module by one that requires a library on first use (.ci/built-modules.ts): the three together take longer to load
 * than everything else.
 */
export const late: Late = { ajv: () => ajv, faker: () => faker, re2: () => re2 }
