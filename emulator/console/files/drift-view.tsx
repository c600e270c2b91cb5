// The report of `emulator learn --check`: how a service has moved since it was learned.
import type { VNode } from 'preact'
import { cut, Name } from '../components.tsx'
import { MarkedLines } from '../marked-lines.tsx'
import type { OpenedFile } from '../read-file.ts'
import { Pairs } from './twin-view.tsx'

type DriftFile = Extract<OpenedFile, { readonly kind: 'drift' }>

/** The classes of drift, the gravest first. */
const classes: Readonly<Record<string, string>> = {
  breaks: 'A stated requirement held, and now fails',
  fails: 'A stated requirement fails that was not looked at before',
  dialect: 'Another dialect',
  answer: 'Answers of another form',
  records: 'Other members of records',
  notMeasured: 'Not measured',
}

/** Shows a report of drift. */
export function DriftView({ drift }: { readonly drift: DriftFile }): VNode {
  const { subject, moved, drifts } = drift
  const groups = Map.groupBy(drifts, (single) => String(single['class']))
  return (
    <section class="report" aria-label="Drift">
      <h2 class={`verdict ${moved ? 'bad' : 'good'}`}>{moved ? 'It has moved.' : 'It has not moved.'}</h2>
      <p>
        <Name text={subject} />
      </p>
      {Object.entries(classes).map(([name, title]) => {
        const ofClass = groups.get(name) ?? []
        if (ofClass.length === 0) return null
        return (
          <section key={name} aria-label={title}>
            <h2>
              {title} <span class="muted">{ofClass.length}</span>
            </h2>
            <ul class="plain list">
              {ofClass.map((single, index) => (
                <li class="card" key={index}>
                  <DriftFacts drift={single} />
                </li>
              ))}
            </ul>
          </section>
        )
      })}
    </section>
  )
}

/** One difference. Two values or answers stand beside each other: as it was learned, and now. */
function DriftFacts({ drift }: { readonly drift: Readonly<Record<string, unknown>> }): VNode {
  const { class: _class, before, after, differences, ...facts } = drift
  return (
    <>
      <dl class="facts">
        {Object.entries(facts).map(([name, value]) => (
          <>
            <dt key={name}>{name}</dt>
            <dd>
              <bdi>{cut(typeof value === 'string' ? value : JSON.stringify(value), 600)}</bdi>
            </dd>
          </>
        ))}
      </dl>
      {(before !== undefined || after !== undefined) && (
        <div class="pair">
          <MarkedLines title="As it was learned" lines={jsonLines(before)} others={jsonLines(after)} />
          <MarkedLines title="Now" lines={jsonLines(after)} others={jsonLines(before)} />
        </div>
      )}
      {Array.isArray(differences) && (
        <Pairs
          differences={differences.filter((difference) => typeof difference === 'object' && difference !== null)}
          sides={['recording', 'service now']}
        />
      )}
    </>
  )
}

function jsonLines(value: unknown): readonly string[] {
  if (value === undefined) return ['nothing was told']
  return cut(typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? ''), 20_000).split('\n')
}
