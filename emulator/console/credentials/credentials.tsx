import type { VNode } from 'preact'
import { useEffect } from 'preact/hooks'
import type { ListedCredential } from '../../control/credentials.ts'
import { Button, CopyButton, SureButton } from '../kit/buttons.tsx'
import { Field, Select } from '../kit/form.tsx'
import { Loaded, ViewHead } from '../kit/loaded.tsx'
import { countNoun, durationText, Name } from '../kit/text.tsx'
import { useChange, useControl } from '../kit/use-control.ts'
import { useConsoleState } from '../state/console-state.ts'
import { kinds, listedCredentialName } from './credential-name.ts'

interface CredentialPage {
  readonly data: readonly ListedCredential[]
  readonly count: number
}

const pageSize = 200

/** The credentials of a world, sorted by expiry. @param now Virtual time. */
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
      <ViewHead title="Credentials" heading="h2">
        <Field label="Kind">
          <Select
            value={kind ?? ''}
            options={[['', 'any'], ...Object.entries(kinds)]}
            onValue={(chosen) => consoleState.go({ kind: chosen, page: undefined })}
          />
        </Field>
      </ViewHead>
      <Loaded asked={asked} problem={change.problem}>
        {({ data, count }) => (
          <>
            <p class="muted">
              {countNoun(count, 'credential')}. The emulator keeps hashes of secrets, so only those that every new world
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
  const { id, name, projectId, secret, scopes } = credential
  return (
    <li class="card row">
      <div class="stack">
        <h2>
          {listedCredentialName(credential)}{' '}
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
      {durationText(secondsLeft)} left
    </span>
  )
}
