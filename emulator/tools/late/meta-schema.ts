import type { ValidateFunction } from 'ajv/dist/2020.js'

/**
 * What checks JSON Schemas 2020-12: the code that Ajv made of their schema in the build (.ci/built-modules.ts). In the
 * sources there is none, and Ajv compiles it when it is first used.
 */
export const builtMetaSchema: ValidateFunction | undefined = undefined
