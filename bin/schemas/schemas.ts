// The JSON Schemas of the files that users write, which the package publishes for editors.
import { version } from '../../emulator/tools/version.ts'
import { adapter } from './adapter.ts'
import { config } from './config.ts'
import { conventions } from './conventions.ts'
import { fixture } from './fixture.ts'
import type { Schema } from './schema.ts'
import { type FileKind, schemaAddress } from './schema-address.ts'
import { target } from './target.ts'

const contents: Readonly<Record<FileKind, Schema>> = { adapter, config, conventions, fixture, target }

/** Each schema by the name of its kind of file. */
export const schemas: Readonly<Record<FileKind, Schema>> = Object.fromEntries(
  Object.entries(contents).map(([name, content]) => [
    name,
    {
      $schema: 'http://json-schema.org/draft-07/schema#',
      $id: schemaAddress(name as FileKind),
      title: `${name[0]!.toUpperCase()}${name.slice(1)} file of the Platform Data API emulator ${version}`,
      ...content,
    },
  ]),
) as unknown as Record<FileKind, Schema>
