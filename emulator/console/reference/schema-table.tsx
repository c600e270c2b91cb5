import type { VNode } from 'preact'
import { Code } from '../kit/code.tsx'
import { type DocumentSchema, type OpenApiDocument, resolved, typeOf } from './document.ts'

interface SchemaTableProps {
  readonly document: OpenApiDocument
  readonly label: string
  readonly schema: DocumentSchema
}

/** The members of a schema; the whole schema if it has no members. */
export function SchemaTable({ document, label, schema }: SchemaTableProps): VNode {
  const whole = resolved(document, schema)
  const item = whole.type === 'array' && whole.items ? resolved(document, whole.items) : whole
  const members = Object.entries((item.properties ?? {}) as Readonly<Record<string, DocumentSchema>>)
  if (members.length === 0) return <Code label={label} value={whole} />
  return (
    <div class="scroll" tabIndex={0} role="group" aria-label={label}>
      <table>
        <caption>
          {label}
          {whole === item ? '' : ' (a list)'}
        </caption>
        <thead>
          <tr>
            <th scope="col">Member</th>
            <th scope="col">Type</th>
            <th scope="col">Meaning</th>
          </tr>
        </thead>
        <tbody>
          {members.map(([name, member]) => (
            <tr key={name}>
              <th scope="row">
                <code>{name}</code>
                {item.required?.includes(name) && <span class="bad"> required</span>}
              </th>
              <td>
                <code>{typeOf(member)}</code>
              </td>
              <td>{member.description ?? ''}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
