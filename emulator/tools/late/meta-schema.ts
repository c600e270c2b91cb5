import type { ValidateFunction } from 'ajv/dist/2020.js'

/**
 * The validator of JSON Schemas 2020-12: the code that Ajv made of their schema in the build (.ci/built-modules.ts).
 * The sources have none, so there Ajv compiles it on first use.
 */
export const builtMetaSchema: ValidateFunction | undefined = undefined
