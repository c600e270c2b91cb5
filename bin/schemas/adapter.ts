import { namesSchema, type Schema } from './schema.ts'

const text = (description: string): Schema => ({ type: 'string', minLength: 1, description })
const kind = (description: string): Schema => ({ type: 'string', pattern: '^[a-z][a-z0-9_-]*$', description })
// Editors know draft-07, whose words are nearly all of 2020-12, and do not follow the references of the newer one.
const schemaOf = (description: string): Schema => ({
  type: 'object',
  allOf: [{ $ref: 'http://json-schema.org/draft-07/schema#' }],
  description,
})

const takesId = ['retrieve', 'update', 'remove']

const command: Schema = {
  type: 'object',
  description: 'A command of the Services API.',
  properties: {
    name: {
      type: 'string',
      pattern: '^(?!capabilities$)[a-z][a-z0-9-]*$',
      description: 'Lowercase letters, digits and hyphens.',
    },
    description: text('What it does, in a sentence.'),
    body: schemaOf('The JSON Schema 2020-12 of its body.'),
    result: schemaOf('The JSON Schema 2020-12 of its result.'),
    does: {
      type: 'object',
      description: 'What it does with its body, and with which kind of record.',
      properties: {
        create: kind('Stores the body as a new record of this kind, and returns it with its id.'),
        list: kind('Returns the records of this kind that match every member of the body, newest first.'),
        retrieve: kind('Takes an id, and returns the record of this kind.'),
        update: kind('Takes an id, changes the other members of the body, and returns the record.'),
        remove: kind('Takes an id, and removes and returns the record.'),
        returns: { description: 'Always returns this value.' },
      },
      minProperties: 1,
      maxProperties: 1,
      additionalProperties: false,
    },
  },
  required: ['name', 'description', 'does'],
  additionalProperties: false,
  // A command that finds its record by an id must ask for one.
  if: { properties: { does: { anyOf: takesId.map((verb) => ({ required: [verb] })) } } },
  // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
  then: {
    properties: {
      body: { properties: { required: { type: 'array', contains: { const: 'id' } } }, required: ['required'] },
    },
  },
}

/** An adapter in its declarative form, as `--adapter` reads it. */
export const adapter: Schema = {
  type: 'object',
  description: 'An adapter of the Services API and its commands.',
  properties: {
    ...namesSchema,
    name: { type: 'string', pattern: '^[a-z][a-z0-9-]*$', description: 'Lowercase letters, digits and hyphens.' },
    title: text('Its name for people.'),
    kind: text('What it is for, such as commerce.'),
    commands: { type: 'array', items: command, description: 'Its commands, each with another name.' },
  },
  required: ['name', 'title', 'kind', 'commands'],
  additionalProperties: false,
}
