import type { ValidateFunction } from 'ajv/dist/2020.js'

/**
 * Validators of the operations' schemas, by the JSON text of the schema: the code that Ajv made of them in the build
 * (.ci/built-modules.ts). The sources have none, so there Ajv compiles each schema on first use.
 */
export const builtValidators: ReadonlyMap<string, ValidateFunction> = new Map()
