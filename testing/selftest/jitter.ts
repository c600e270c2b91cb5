// Runs the kit over a network that delays some answers.
import { Random } from '../../conformance/judge/random.ts'
import { systemTime } from '../../conformance/send/time.ts'
import { runKit, type Subject } from './subject.ts'

/** Delays one answer in twenty by up to four milliseconds. */
export function jittering(subject: Subject, seed: number): Subject {
  const random = new Random(seed)
  return {
    ...subject,
    fetch: async (request) => {
      if (random.next() < 0.05) await systemTime.sleep(random.next() * 4)
      return await subject.fetch(request)
    },
  }
}

/** The verdicts of a whole run, a line for each check. */
export async function verdictsOf(subject: Subject, seed = 1): Promise<string> {
  const { results } = await runKit(subject, { seed })
  return results.map(({ check, verdict }) => `${check} ${verdict}`).join('\n')
}
