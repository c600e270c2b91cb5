import type { VNode } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { Name } from '../components.tsx'
import { ask } from '../control.ts'
import { useConsoleState } from '../console-state.ts'
import { type MemberSchema, readMember, textOfMember } from '../schema-member.ts'
import type { DataRecord } from './collection.ts'

interface EditableCellProps {
  readonly collection: string
  readonly record: DataRecord
  readonly member: string
  /** The schema of the member; undefined for one that cannot be edited here. */
  readonly schema: MemberSchema | undefined
  /** The value as a person reads it. */
  readonly text: string
  readonly onChanged: () => void
}

/** A cell that is edited in its place: Enter saves, Escape gives up, and a refusal stays at the input. */
export function EditableCell({ collection, record, member, schema, text, onChanged }: EditableCellProps): VNode {
  const consoleState = useConsoleState()
  const [isEdited, setEdited] = useState(false)
  const [fault, setFault] = useState('')
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (isEdited) input.current?.select()
  }, [isEdited])
  if (!schema) return <Name text={text} />
  const label = `${member} of ${record.id}`
  if (!isEdited)
    return (
      <>
        <button
          type="button"
          class="edit"
          aria-label={`Edit ${label}`}
          onClick={(event) => {
            event.stopPropagation()
            setFault('')
            setEdited(true)
          }}
        >
          ✎
        </button>
        <Name text={text} />
      </>
    )
  const save = async (typed: string) => {
    const read = readMember(schema, typed)
    if ('fault' in read) return setFault(read.fault)
    const path = `/data/${collection}/${encodeURIComponent(record.id)}`
    const outcome = await ask(consoleState, path, { method: 'PUT', body: { [member]: read.value } })
    if (!outcome.ok) {
      const { message, details } = outcome.problem
      consoleState.said.value = message
      return setFault(details[0]?.message ?? message)
    }
    consoleState.said.value = `Changed ${member}.`
    setEdited(false)
    onChanged()
  }
  return (
    <input
      ref={input}
      class="cell"
      aria-label={label}
      aria-invalid={fault !== ''}
      title={fault}
      defaultValue={textOfMember(record[member])}
      spellcheck={false}
      dir="auto"
      onClick={(event) => event.stopPropagation()}
      onBlur={() => setEdited(false)}
      onKeyDown={(event) => {
        event.stopPropagation()
        if (event.key === 'Escape') setEdited(false)
        if (event.key === 'Enter') void save(event.currentTarget.value)
      }}
    />
  )
}
