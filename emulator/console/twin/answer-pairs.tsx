// The answers of a service as they were recorded, beside those that this emulator gives now.
import type { VNode } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { counted, cut, ProblemNote } from '../components.tsx'
import { ask, type Outcome } from '../control.ts'
import { useConsoleState } from '../console-state.ts'
import { isMissing } from '../kit-runs/run.ts'
import { MarkedLines } from '../marked-lines.tsx'
import { causeText } from '../reasons.ts'
import { linesOf, type PairedAnswer, type PairedAnswers } from './paired-answers.ts'

/** Asks this emulator what the service was asked, and shows both. */
export function AnswerPairs({ learned }: { readonly learned: Readonly<Record<string, unknown>> }): VNode {
  const consoleState = useConsoleState()
  const [outcome, setOutcome] = useState<Outcome<PairedAnswers> | undefined>(undefined)
  const [isAll, setAll] = useState(false)
  const load = async () => {
    setOutcome(undefined)
    setOutcome(await ask<PairedAnswers>(consoleState, '/twin/answers', { method: 'POST', body: { learned } }))
  }
  useEffect(() => void load(), [learned, consoleState.token.value])
  const answers = outcome?.ok ? outcome.value.answers : []
  const differing = answers.filter(({ differences }) => differences.length > 0)
  const unrecorded = answers.filter(({ service }) => service === null)
  const unasked = answers.filter(({ service, twin }) => service !== null && twin === null)
  const alike = answers.filter(({ service, twin, differences }) => service && twin && differences.length === 0)
  return (
    <section aria-label="Service and twin">
      <h2>The service&rsquo;s answers beside this emulator&rsquo;s</h2>
      {!outcome && <p class="muted waiting">Asking this emulator what the service was asked …</p>}
      {outcome && !outcome.ok && (
        <ProblemNote
          problem={
            isMissing(outcome)
              ? {
                  ...outcome.problem,
                  message: 'This emulator is served without the kit, so it cannot compare answers.',
                }
              : outcome.problem
          }
        />
      )}
      {outcome?.ok && (
        <>
          <p role="status">
            <b class={differing.length === 0 ? 'good' : 'warn'}>{counted(differing.length, 'answer')}</b> differ,{' '}
            {alike.length} are alike.{' '}
            {unrecorded.length > 0 && `To ${counted(unrecorded.length, 'question')} the recording has no answer. `}
            {unasked.length > 0 && `${counted(unasked.length, 'question')} could not be asked here. `}
            <button type="button" class="small" onClick={() => void load()}>
              Ask again
            </button>
          </p>
          <p class="muted">
            Answers are compared by their form: status, media type, members with their types, links. A recording has no
            values.
          </p>
          <label class="check">
            <input type="checkbox" checked={isAll} onChange={() => setAll(!isAll)} /> Also what is alike
          </label>
          <div class="list">
            {[...differing, ...unasked, ...(isAll ? alike : [])].map((answer, index) => (
              <Pair key={answer.question} answer={answer} isOpen={index < mostOpen && answer.differences.length > 0} />
            ))}
          </div>
          {unrecorded.length > 0 && (
            <details class="card">
              <summary>
                <strong>{counted(unrecorded.length, 'question')} without a recorded answer</strong>
              </summary>
              <div class="list">
                {unrecorded.map((answer) => (
                  <Pair key={answer.question} answer={answer} isOpen={false} />
                ))}
              </div>
            </details>
          )}
        </>
      )}
    </section>
  )
}

/** The most answers that are open beforehand. */
const mostOpen = 2

function Pair({ answer, isOpen }: { readonly answer: PairedAnswer; readonly isOpen: boolean }): VNode {
  const { question, request, service, twin, whyNone, differences } = answer
  const [ofService, ofTwin] = [service, twin].map((shape) => (shape ? linesOf(shape) : []))
  return (
    <details class="card" open={isOpen}>
      <summary>
        <strong>{cut(question, 200)}</strong> <code class="muted">{request ?? ''}</code>{' '}
        {differences.length > 0 ? (
          <span class="badge warn">{counted(differences.length, 'difference')}</span>
        ) : (
          <span class="badge">{service === null ? 'not recorded' : twin === null ? 'not asked here' : 'alike'}</span>
        )}{' '}
        {service === null && (
          <span class="muted">The recording has no answer: {whyNone ? causeText(whyNone) : 'nobody asked'}.</span>
        )}
      </summary>
      <div class="pair">
        {service ? (
          <MarkedLines title="The service, as recorded" lines={ofService!} others={twin ? ofTwin! : ofService!} />
        ) : (
          <p class="muted">The recording has no answer.</p>
        )}
        {twin ? (
          <MarkedLines title="This emulator, now" lines={ofTwin!} others={service ? ofService! : ofTwin!} />
        ) : (
          <p class="muted">This emulator could not be asked that.</p>
        )}
      </div>
    </details>
  )
}
