import type { ComponentChildren, VNode } from 'preact'
import { bodyOf, type OpenApiDocument, type PlacedOperation, resolved, typeOf } from './document.ts'
import { SchemaTable } from './schema-table.tsx'
import { TryIt } from './try-it.tsx'

/** A sentence of the specification. */
export interface Sentence {
  readonly id: string
  readonly clause: string
  readonly statement: string
}

interface OperationDetailsProps {
  readonly document: OpenApiDocument
  readonly placed: PlacedOperation
  readonly sentences: ReadonlyMap<string, Sentence>
}

/** The input and answers of an operation, the clauses that it answers for, and a way to try it. */
export function OperationDetails({ document, placed, sentences }: OperationDetailsProps): VNode {
  const { method, path, operation } = placed
  const body = bodyOf(document, operation.requestBody?.content)
  const stated = (operation['x-requirements'] ?? []).flatMap((id) => sentences.get(id) ?? [])
  const clauses = [...new Set(stated.map(({ clause }) => clause))]
  return (
    <>
      <h2>{operation.operationId}</h2>
      <p>
        <code class="wrap">
          <strong>{method}</strong> {path}
        </code>
      </p>
      <p>{operation.summary}</p>
      {operation.description && <p>{withCode(operation.description)}</p>}
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
      <Parameters document={document} placed={placed} />
      {body && <SchemaTable document={document} label={`Body (${body.mediaType})`} schema={body.schema} />}
      <Responses document={document} placed={placed} />
      <TryIt document={document} placed={placed} />
    </>
  )
}

/** A description with what stands in backticks as code. */
function withCode(text: string): readonly ComponentChildren[] {
  return text.split('`').map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part))
}

type PlaceProps = Omit<OperationDetailsProps, 'sentences'>

function Parameters({ document, placed }: PlaceProps): VNode | null {
  const parameters = placed.operation.parameters ?? []
  if (parameters.length === 0) return null
  return (
    <dl class="facts" aria-label="Parameters">
      {parameters.map((parameter) => {
        const {
          name,
          in: place,
          required,
          description,
          schema,
        } = resolved(document, parameter as typeof parameter & { $ref?: string })
        return (
          <>
            <dt>
              <code>{name}</code> <small>{required ? `${place}, required` : place}</small>
            </dt>
            <dd>
              <code>{typeOf(schema)}</code> {description}
            </dd>
          </>
        )
      })}
    </dl>
  )
}

function Responses({ document, placed }: PlaceProps): VNode {
  return (
    <>
      <h3>Answers</h3>
      {Object.entries(placed.operation.responses).map(([status, described]) => {
        const response = resolved(document, described)
        const body = bodyOf(document, response.content)
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
