// What can be done with an opened request.
import type { VNode } from 'preact'
import { CopyButton } from '../components.tsx'
import { AddToFixtures } from '../fixtures/add-to-fixtures.tsx'
import { useConsoleState } from '../console-state.ts'
import { toCurl } from './curl.ts'
import type { RequestDetail } from './request-detail.ts'

/** The actions on a request, which stay in sight. */
export function RequestActions({ opened }: { readonly opened: RequestDetail }): VNode {
  const consoleState = useConsoleState()
  const { request, response } = opened
  return (
    <div class="actions">
      <CopyButton text={toCurl(request, consoleState.apiUrl)} label="Copy as curl" />
      <AddToFixtures value={response?.body} />
    </div>
  )
}
