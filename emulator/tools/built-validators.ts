import type { ValidateFunction } from 'ajv/dist/2020.js'

/**
 * What checks the schemas of operations, by the JSON text of the schema: the code that Ajv made of them in the build
 * (.ci/built-modules.ts). In the sources there is none, and Ajv compiles each schema when it is first used.
 */
export const builtValidators: ReadonlyMap<string, ValidateFunction> = new Map()
