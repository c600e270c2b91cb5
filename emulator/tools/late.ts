import * as ajv from './late/ajv.ts'
import * as fileValidators from './late/file-validators.ts'
import * as re2 from './late/re2.ts'
import * as validators from './late/validators.ts'

/** Functions that return the modules. */
interface Late {
  readonly ajv: () => typeof ajv
  readonly fileValidators: () => typeof fileValidators
  readonly re2: () => typeof re2
  readonly validators: () => typeof validators
}

/**
 * The libraries that few processes need, and the code of the validators, each in a file of its own below `late/`. The
 * build for Node replaces this module by one that requires a file on first use (.ci/built-modules.ts): together they
 * take longer to load than everything else.
 */
export const late: Late = {
  ajv: () => ajv,
  fileValidators: () => fileValidators,
  re2: () => re2,
  validators: () => validators,
}
