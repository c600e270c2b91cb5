import type { VNode } from 'preact'
import { useEffect } from 'preact/hooks'
import type { ListedCredential } from '../../control/credentials.ts'
import { Button, CopyButton, SureButton } from '../kit/buttons.tsx'
import { Field } from '../kit/form.tsx'
import { Loaded } from '../kit/loaded.tsx'
import { counted, inWords, Name } from '../kit/text.tsx'
import { useChange, useControl } from '../kit/use-control.ts'
import { useConsoleState } from '../state/console-state.ts'
import { credentialName, kinds } from './credential-name.ts'

interface CredentialPage {
  readonly data: readonly ListedCredential[]
  readonly count: number
}

const pageSize = 200

/** The credentials of a world, those that expire first at the top. @param now Virtual time: they follow it. */
export function Credentials({ now }: { readonly now: string | undefined }): VNode {
  const consoleState = useConsoleState()
  const { settings } = consoleState.route.value
  const kind = settings.get('kind')
  const page = Number(settings.get('page') ?? 0) || 0
  const query = { kind, limit: pageSize, offset: Math.max(0, page) * pageSize }
  const asked = useControl<CredentialPage>('/credentials', query, () => 1000)
  const change = useChange(asked.reload, 'Revoked.')
  useEffect(() => void asked.reload(), [now])
  const lasts = ({ secondsLeft }: ListedCredential) => secondsLeft ?? Number.POSITIVE_INFINITY
  const turn = (label: string, to: number, isThere: boolean) => (
    <Button disabled={!isThere} onClick={() => consoleState.go({ page: String(to) })}>
      {label}
    </Button>
  )
  return (
    <>
      <header class="view-head">
        <h2>Credentials</h2>
        <Field label="Kind">
          <select
            value={kind ?? ''}
            onChange={(event) => consoleState.go({ kind: event.currentTarget.value, page: undefined })}
          >
            <option value="">any</option>
            {Object.entries(kinds).map(([name, title]) => (
              <option key={name} value={name}>
                {title}
              </option>
            ))}
          </select>
        </Field>
      </header>
      <Loaded asked={asked} problem={change.problem}>
        {({ data, count }) => (
          <>
            <p class="muted">
              {counted(count, 'credential')}. The emulator keeps hashes of secrets, so only those that every new world
              has can be copied.
            </p>
            <ul class="plain list">
              {data
                .toSorted((left, right) => lasts(left) - lasts(right) || (left.kind < right.kind ? -1 : 1))
                .map((credential) => (
                  <Credential
                    key={credential.id}
                    credential={credential}
                    onRevoke={(path) => change.make(path, { method: 'DELETE' })}
                  />
                ))}
            </ul>
            {count > pageSize && (
              <div class="actions">
                {turn('Previous page', page - 1, page > 0)}
                {turn('Next page', page + 1, (page + 1) * pageSize < count)}
              </div>
            )}
          </>
        )}
      </Loaded>
    </>
  )
}

const fewScopes = 4

interface CredentialProps {
  readonly credential: ListedCredential
  readonly onRevoke: (path: string) => unknown
}

function Credential({ credential, onRevoke }: CredentialProps): VNode {
  const { id, kind, label, name, projectId, secret, scopes } = credential
  return (
    <li class="card row">
      <div class="stack">
        <h2>
          {label === null ? (kinds[kind] ?? kind) : credentialName(label)}{' '}
          {name !== null && (
            <span class="mono">
              <Name text={name} />
            </span>
          )}{' '}
          <small>
            <TimeLeft credential={credential} />
            {projectId !== null && <span class="muted"> · project {projectId}</span>}
          </small>
        </h2>
        {secret !== null && (
          <p>
            <code>{secret}</code> <CopyButton text={secret} label="Copy secret" />
          </p>
        )}
        {scopes.length <= fewScopes ? (
          <p class="muted">{scopes.join(', ') || 'No scopes'}</p>
        ) : (
          <details>
            <summary>{scopes.length} scopes</summary>
            <p class="muted">{scopes.join(', ')}</p>
          </details>
        )}
      </div>
      <SureButton
        label="Revoke"
        sure="Revoke it now"
        onSure={() => onRevoke(`/credentials/${encodeURIComponent(id)}`)}
      />
    </li>
  )
}

function TimeLeft({ credential: { secondsLeft, expiresAt } }: { readonly credential: ListedCredential }): VNode {
  if (secondsLeft === null) return <span class="muted">does not expire</span>
  if (secondsLeft === 0) return <span class="badge bad">expired</span>
  return (
    <span class={secondsLeft < 300 ? 'warn' : 'good'} title={expiresAt ?? ''}>
      {inWords(secondsLeft)} left
    </span>
  )
}
