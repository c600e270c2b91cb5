import type { VNode } from 'preact'
import { useRef } from 'preact/hooks'
import { Field } from '../kit/form.tsx'
import { ProblemNote } from '../kit/loaded.tsx'
import { useControl } from '../kit/use-control.ts'
import { useConsoleState } from '../state/console-state.ts'

/** Asks for the control token, which is kept only in this tab. */
export function TokenDialog(): VNode {
  const consoleState = useConsoleState()
  const input = useRef<HTMLInputElement>(null)
  // The answer says if a token would help: an emulator that listens on every address may have no token.
  const { problem } = useControl('/clock')
  const hasToken = consoleState.token.value !== ''
  return (
    <form
      class="card"
      onSubmit={(event) => {
        event.preventDefault()
        consoleState.useToken(input.current!.value.trim())
      }}
    >
      <h1>Control token</h1>
      <p>
        This emulator takes control requests with its control token alone, the one of <code>--control-token</code>. The
        console keeps it until this tab is closed.
      </p>
      <ProblemNote problem={problem} />
      <Field label="Control token" fault={hasToken ? 'The emulator does not take this token.' : undefined}>
        <input ref={input} type="password" autocomplete="off" required spellcheck={false} />
      </Field>
      <button type="submit" class="primary">
        Go on
      </button>
    </form>
  )
}
