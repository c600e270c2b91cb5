import { Type } from 'typebox'
import { type ControlEndpoint, defineControl } from '../../../emulator/control/define-control.ts'

/** A file that the console opens by itself. */
export interface OpenedFile {
  readonly name: string
  readonly content: unknown
}

const File = Type.Object(
  { name: Type.String({ description: 'Without its directory.' }), content: Type.Unknown() },
  { title: 'OpenedFile', additionalProperties: false },
)

/** The endpoint that gives the console the file that `emulator replay` was given. */
export function openedFileEndpoint(file: OpenedFile): ControlEndpoint {
  return defineControl({
    id: 'file.get',
    method: 'GET',
    path: '/file',
    summary: 'The file that emulator replay was given.',
    answers: [{ status: 200, description: 'Its name and its JSON.', schema: File }],
    handle: () => ({ body: { name: file.name, content: file.content } }),
  })
}
