import { DeclaredAdapter } from '../../emulator/api/services/json-adapter.ts'
import { namesSchema, type Schema } from './schema.ts'

const { commands, ...members } = DeclaredAdapter.properties
const command = commands.items
// Editors support draft-07, which has nearly all keywords of 2020-12, but not the references of the newer draft.
const isSchema = { allOf: [{ $ref: 'http://json-schema.org/draft-07/schema#' }] }

/** An adapter in its declarative form, as `--adapter` reads it. */
export const adapter: Schema = {
  ...DeclaredAdapter,
  properties: {
    ...namesSchema,
    ...members,
    commands: {
      ...commands,
      items: {
        ...command,
        properties: {
          ...command.properties,
          body: { ...command.properties.body, ...isSchema },
          result: { ...command.properties.result, ...isSchema },
        },
        // A command that finds its record by an id must ask for one.
        if: {
          properties: { does: { anyOf: ['retrieve', 'update', 'remove'].map((verb) => ({ required: [verb] })) } },
        },
        // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
        then: {
          properties: {
            body: { properties: { required: { type: 'array', contains: { const: 'id' } } }, required: ['required'] },
          },
        },
      },
    },
  },
}
