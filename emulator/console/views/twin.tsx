// The service that this emulator is a twin of: what was learned of it, and both answers to each question.
import type { VNode } from 'preact'
import { Code, ProblemNote, ViewHead } from '../components.tsx'
import { TwinView } from '../files/twin-view.tsx'
import { MissingPart } from '../kit-runs/missing-part.tsx'
import { openJson } from '../read-file.ts'
import { useControl } from '../use-control.ts'

/** The view of the twin. */
export function OwnTwinView(): VNode {
  const { value, problem } = useControl<Readonly<Record<string, unknown>>>('/twin')
  if (problem?.code === 'unknown_path')
    return (
      <MissingPart title="Twin">
        This emulator is served without the kit. <code>emulator start</code> serves both.
      </MissingPart>
    )
  const learned = value && openJson('learned.json', value)
  return (
    <>
      <ViewHead title="Twin" />
      {!value && !problem && <p class="muted waiting">Loading …</p>}
      {problem?.code === 'no_twin' ? (
        <>
          <p>
            This emulator answers as the specification says, not as one service does. A twin fills what the
            specification leaves open as a service does, which was asked for it:
          </p>
          <Code
            label="Make a twin, and start it"
            value={
              'npx @platform-data/emulator learn https://api.example --out twin\nnpx @platform-data/emulator start --config twin'
            }
          />
          <p class="muted">A learned.json that is dropped on this page is shown beside this emulator.</p>
        </>
      ) : (
        <ProblemNote problem={problem} />
      )}
      {learned && 'problem' in learned && <ProblemNote problem={learned.problem} />}
      {learned && 'kind' in learned && learned.kind === 'twin' && <TwinView twin={learned} />}
    </>
  )
}
