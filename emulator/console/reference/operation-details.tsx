import type { ComponentChildren, VNode } from 'preact'
import { Code } from '../kit/code.tsx'
import { type Fact, Facts } from '../kit/lists.tsx'
import {
  documentedBody,
  type DocumentSchema,
  type OpenApiDocument,
  type Parameter,
  type PlacedOperation,
  resolveReference,
  typeText,
} from './document.ts'

/** A sentence of the specification. */
export interface Sentence {
  readonly id: string
  readonly clause: string
  readonly statement: string
}

interface OperationDetailsProps {
  readonly document: OpenApiDocument
  readonly placed: PlacedOperation
  readonly sentences: readonly Sentence[]
}

/** The input and answers of an operation, and the clauses that it answers for. */
export function OperationDetails({ document, placed, sentences }: OperationDetailsProps): VNode {
  const { method, path, operation } = placed
  const { summary, description, parameters = [], requestBody, responses } = operation
  const body = documentedBody(document, requestBody?.content)
  const cited = operation['x-requirements'] ?? []
  const stated = sentences.filter(({ id }) => cited.includes(id))
  const clauses = [...new Set(stated.map(({ clause }) => clause))]
  return (
    <>
      <p>
        <code class="wrap">
          <strong>{method}</strong> {path}
        </code>
      </p>
      <p>{summary}</p>
      {description && <p>{renderCode(description)}</p>}
      {clauses.length > 0 && (
        <details>
          <summary>Clauses {clauses.join(', ')}</summary>
          <ul>
            {stated.map(({ id, clause, statement }) => (
              <li key={id}>
                <strong>{clause}</strong> {statement} <code class="muted">{id}</code>
              </li>
            ))}
          </ul>
        </details>
      )}
      <Facts
        label="Parameters"
        facts={parameters.map((parameter) => parameterFact(resolveReference(document, parameter)))}
      />
      {body && <SchemaTable document={document} label={`Body (${body.mediaType})`} schema={body.schema} />}
      <h3>Answers</h3>
      {Object.entries(responses).map(([status, described]) => {
        const response = resolveReference(document, described)
        const body = documentedBody(document, response.content)
        return (
          <details key={status}>
            <summary>
              <strong>{status}</strong> {response.description}
            </summary>
            {body && <SchemaTable document={document} label={`${status} (${body.mediaType})`} schema={body.schema} />}
          </details>
        )
      })}
    </>
  )
}

/** A description with its backticks rendered as code. */
function renderCode(text: string): readonly ComponentChildren[] {
  return text.split('`').map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part))
}

function parameterFact({ name, in: place, required, description, schema }: Parameter): Fact {
  const title = (
    <>
      <code>{name}</code> <small>{required ? `${place}, required` : place}</small>
    </>
  )
  const type = (
    <>
      <code>{typeText(schema)}</code> {description}
    </>
  )
  return [title, type]
}

interface SchemaTableProps {
  readonly document: OpenApiDocument
  readonly label: string
  readonly schema: DocumentSchema
}

/** The members of a schema; the whole schema if it has no members. */
function SchemaTable({ document, label, schema }: SchemaTableProps): VNode {
  const whole = resolveReference(document, schema)
  const item = whole.type === 'array' && whole.items ? resolveReference(document, whole.items) : whole
  const members = Object.entries(item.properties ?? {})
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
                <code>{typeText(member)}</code>
              </td>
              <td>{member.description ?? ''}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
