import { expect, it } from 'vitest'
import { emulatorSubject, resultLines, runKit, type Subject } from '../../testing/conformance/subject.ts'
import { selectPart } from '../../testing/sample.ts'
import type { Target } from '../target/target-file.ts'

type Samples = NonNullable<Target['samples']>

function changeSamples(change: (samples: Samples) => Samples): Subject {
  const { target, ...subject } = emulatorSubject()
  return { ...subject, target: { ...target, samples: change(target.samples!) } }
}

const ids = ['catalogId', 'scopeId', 'adapterConnectionId', 'projectId', 'issueId'] as const

it.each(selectPart(ids, 3))(
  'does not blame the service for refusing a samples.%s that is not an id, and names the member',
  async (name) => {
    const result = await runKit(
      changeSamples((samples) => ({ ...samples, [name]: `${samples[name]}x` })),
      { quick: true },
    )
    expect(resultLines(result, 'fail', 'error')).toEqual([])
    const named = result.results.filter(({ message }) => message.includes(`samples.${name} of the target file must be`))
    expect(named.length).toBeGreaterThan(0)
  },
)

it('does not blame the service for refusing a configuration scope without its prefix', async () => {
  const result = await runKit(
    changeSamples((samples) => ({ ...samples, scopeId: samples.scopeId!.slice(4) })),
    { quick: true },
  )
  expect(resultLines(result, 'fail', 'error')).toEqual([])
})

it('still fails a service that answers 400 to a well-formed id', async () => {
  const { target, fetch } = emulatorSubject()
  const result = await runKit(
    {
      target,
      fetch: async (request) =>
        request.url.includes('/products') ? Response.json({ error: {} }, { status: 400 }) : fetch(request),
    },
    { quick: true, only: ['products.list.get'] },
  )
  expect(resultLines(result, 'fail')).toHaveLength(1)
})
