import type { ValidateFunction } from 'ajv/dist/2020.js'

/**
 * Validators of what a start reads: adapters, faults and records, made like those of the operations (validators.ts),
 * whose code takes ten times as long to load.
 */
export const builtValidators: ReadonlyMap<string, ValidateFunction> = new Map()

/** The validator of JSON Schemas 2020-12. */
export const builtMetaSchema: ValidateFunction | undefined = undefined
