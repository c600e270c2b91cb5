export { Ajv2020 } from 'ajv/dist/2020.js'
export { default as addFormats } from 'ajv-formats'
export { builtMetaSchema } from './meta-schema.ts'
