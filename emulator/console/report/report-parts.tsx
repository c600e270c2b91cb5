// The parts of a report that follow its failures: numbers, clauses, reasons, and every requirement.
import type { VNode } from 'preact'
import { counted, cut } from '../components.tsx'
import { byClause } from '../by-clause.ts'
import {
  furtherSections,
  type ReportDocument,
  type RequirementEntry,
  type Score,
  type Section,
  type Tone,
} from './document.ts'

/** The class that colours a tone. */
const toneClass: Readonly<Record<Tone, string>> = { good: 'good', bad: 'bad', open: 'warn', none: 'muted' }

const tiles = [
  ['failed', 'bad', 'failed'],
  ['passed', 'good', 'passed'],
  ['undecided', 'warn', 'not decided'],
  ['notLookedAt', 'muted', 'not looked at'],
] as const

/** The verdict in a sentence, whom it is about, and the numbers. */
export function Summary({ document, subject }: { readonly document: ReportDocument; readonly subject: string }): VNode {
  const { verdict, claim, effort, kit, score } = document
  return (
    <>
      <h2 class={`verdict ${toneClass[verdict.tone]}`}>{verdict.head}.</h2>
      <p>
        <bdi>{subject}</bdi>: {verdict.rest}.
      </p>
      <ul class="plain numbers" aria-label="Requirements by outcome">
        {tiles.map(([name, tone, label]) => (
          <li key={name}>
            <b class={score[name] === 0 ? 'muted' : tone}>{score[name]}</b> {label}
          </li>
        ))}
      </ul>
      <p class="muted">
        {claim && `Claimed: ${claim.text}. `}
        {effort}, kit {kit.version}.
      </p>
    </>
  )
}

/** The score of each clause, with its share as a bar. */
export function Clauses({ clauses }: Pick<ReportDocument, 'clauses'>): VNode | null {
  if (clauses.length === 0) return null
  return (
    <details class="card">
      <summary>
        <strong>Score by clause</strong>
      </summary>
      <div class="scroll" tabIndex={0} role="region" aria-label="Score by clause">
        <table class="score">
          <thead>
            <tr>
              <th scope="col">Clause</th>
              <th scope="col">Share</th>
              {['Passed', 'Failed', 'Not decided', 'Not looked at'].map((name) => (
                <th scope="col" class="number" key={name}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {clauses.map(({ clause, title, ...score }) => (
              <tr key={clause}>
                <th scope="row">
                  {clause} {title}
                </th>
                <td>
                  <Bar score={score} />
                </td>
                {[score.passed, score.failed, score.undecided, score.notLookedAt].map((count, index) => (
                  <td class={`number ${count === 0 ? 'muted' : ''}`} key={index}>
                    {count}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  )
}

/** Widths are attributes, as the policy of the page allows no style of its own. */
function Bar({ score: { passed, failed, undecided, notLookedAt } }: { readonly score: Score }): VNode {
  const counts = [
    [failed, 'bad'],
    [passed, 'good'],
    [undecided, 'warn'],
    [notLookedAt, 'line'],
  ] as const
  const total = Math.max(1, passed + failed + undecided + notLookedAt)
  let x = 0
  return (
    <svg class="bar" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
      {counts.map(([count, tone]) => {
        const width = (count / total) * 100
        x += width
        return <rect key={tone} x={x - width} width={width} height="10" fill={`var(--${tone})`} />
      })}
    </svg>
  )
}

/** The rest of the report, folded. */
export function FurtherSections({ sections }: { readonly sections: readonly Section[] }): VNode {
  return (
    <>
      {furtherSections(sections).map((section) => (
        <details class="card" key={`${section.anchor} ${section.heading}`}>
          <summary>
            <strong>{section.heading}</strong> <span class="muted">{sizeOf(section)}</span>
          </summary>
          <SectionBody section={section} />
        </details>
      ))}
    </>
  )
}

function sizeOf(section: Section): string {
  if (section.kind === 'reasons') return counted(section.reasons.length, 'reason')
  return section.kind === 'lines' ? String(section.lines.length) : ''
}

function SectionBody({ section }: { readonly section: Section }): VNode | null {
  switch (section.kind) {
    case 'reasons':
      return (
        <>
          {section.note !== undefined && <p class="muted">{section.note}</p>}
          <ul class="plain verdicts">
            {section.reasons.map(({ text, names, where }, index) => (
              <li key={index}>
                <bdi>{cut(text, 600)}</bdi> {where !== undefined && <span class="muted">{where} </span>}
                <code class="muted">{names.map(({ name }) => name).join(', ')}</code>
              </li>
            ))}
          </ul>
        </>
      )
    case 'lines':
      return (
        <>
          <p class="muted">{section.note}</p>
          <ul class="verdicts">
            {section.lines.map((text, index) => (
              <li key={index}>
                <bdi>{cut(text, 600)}</bdi>
              </li>
            ))}
          </ul>
        </>
      )
    case 'table':
      return (
        <div class="scroll" tabIndex={0} role="region" aria-label={section.heading}>
          <table>
            <thead>
              <tr>
                {section.columns.map((column) => (
                  <th scope="col" key={column}>
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {section.rows.map((row, index) => (
                <tr key={index}>
                  {row.map((text, column) => (
                    <td key={column}>
                      <bdi>{text}</bdi>
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )
    case 'text':
      return <pre class="wrap">{section.text}</pre>
    case 'group':
      return (
        <>
          {section.sections.map((inner, index) => (
            <div key={index}>
              <SectionBody section={inner} />
            </div>
          ))}
        </>
      )
    case 'failures':
      return null
  }
}

/** Every clause counts in the same order: what failed comes first. */
const tones = ['bad', 'open', 'good', 'none'] as const satisfies readonly Tone[]

function ofTone(entries: readonly RequirementEntry[], wanted: Tone): readonly RequirementEntry[] {
  return entries.filter(({ tone }) => tone === wanted)
}

/** Every requirement by clause, folded: what failed is told before. */
export function Requirements({ requirements }: { readonly requirements: readonly RequirementEntry[] }): VNode {
  return (
    <section class="list" aria-labelledby="every-requirement">
      <h2 id="every-requirement">Every requirement</h2>
      {byClause(requirements).map(([clause, entries]) => (
        <details class="card" key={clause}>
          <summary>
            <strong>Clause {clause}</strong>{' '}
            {tones.flatMap((tone) =>
              [...Map.groupBy(ofTone(entries, tone), ({ label }) => label)].map(([label, alike]) => (
                <span key={label} class={`badge ${toneClass[tone]}`}>
                  {alike.length} {label.toLowerCase()}
                </span>
              )),
            )}
          </summary>
          <ul class="plain verdicts">
            {entries.map(({ id, statement, tone, label, why }) => (
              <li key={id}>
                <span class={toneClass[tone]}>{label}</span> {statement} <code class="muted">{id}</code>
                {why !== '' && (
                  <div class="why">
                    <bdi class="muted">{cut(why, 600)}</bdi>
                  </div>
                )}
              </li>
            ))}
          </ul>
        </details>
      ))}
    </section>
  )
}
