// The virtual clock of a world, and its credentials with their scopes and expiry.
import type { VNode } from 'preact'
import type { ClockReading } from '../../control/worlds.ts'
import { Button, CopyButton, SureButton } from '../kit/buttons.tsx'
import { SingleField, Field, Select } from '../kit/form.tsx'
import { Loaded, ViewHead } from '../kit/loaded.tsx'
import { useChange, useControl } from '../kit/use-control.ts'
import { useEffect } from 'preact/hooks'
import type { ListedCredential } from '../../control/credentials.ts'
import { countNoun, durationText, Name } from '../kit/text.tsx'
import { useConsoleState } from '../state/console-state.ts'
import { kinds, listedCredentialName } from '../credentials/credential-name.ts'

const steps = [
  ['1 minute', '1m'],
  ['1 hour', '1h'],
  ['1 day', '1d'],
  ['7 days', '7d'],
  ['1 year', '365d'],
] as const

/** The view of the clock. */
export function ClockView(): VNode {
  const clock = useControl<ClockReading>('/clock', {}, (reading) => (reading?.frozen ? undefined : 1000))
  const change = useChange(clock.reload, 'The clock has moved.')
  const move = (body: Readonly<Record<string, unknown>>) => change.make('/clock', { method: 'POST', body })
  return (
    <>
      <ViewHead title="Clock and credentials" />
      <Loaded asked={clock} problem={change.problem}>
        {({ now, frozen }) => (
          <section class="card" aria-label="Virtual time">
            <p class="big mono">
              <time dateTime={now}>{now}</time>
            </p>
            <p class="muted">{frozen ? 'Stopped.' : 'Runs with real time.'} It only moves forward.</p>
            <div class="actions" role="group" aria-label="Advance the clock">
              {steps.map(([title, duration]) => (
                <Button key={duration} onClick={() => void move({ advance: duration })}>
                  + {title}
                </Button>
              ))}
              <Button onClick={() => void move({ frozen: !frozen })}>{frozen ? 'Let it run' : 'Stop it'}</Button>
            </div>
            <div class="filters">
              <SingleField
                label="Advance by (such as 90s or 1h30m)"
                submit="Advance"
                onText={(advance) => move({ advance })}
              />
              <SingleField label="Set to (such as 2027-01-31T12:00:00Z)" submit="Set" onText={(set) => move({ set })} />
            </div>
          </section>
        )}
      </Loaded>
      <Credentials now={clock.value?.now} />
    </>
  )
}

interface CredentialPage {
  readonly data: readonly ListedCredential[]
  readonly count: number
}

const pageSize = 200

/** The credentials of a world, sorted by expiry. @param now Virtual time. */
function Credentials({ now }: { readonly now: string | undefined }): VNode {
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
