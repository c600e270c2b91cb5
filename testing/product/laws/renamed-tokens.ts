// Names of tokens with letters beyond ASCII (clause 5.3).
import { readJson } from '../../../emulator/disturb/deviations/wrappers/messages.ts'
import { isObject } from '../../../emulator/tools/is-object.ts'
import { during } from '../condition.ts'
import { type Fault, lawFaults } from '../law.ts'

const beyondAscii = /[^\0-\u007F]/gu

/** The form in which a server keeps a letter beyond ASCII. */
const losses = {
  dropped: () => '',
  'question-marks': () => '?',
  'latin-1': (letter) => String.fromCharCode(...new TextEncoder().encode(letter)),
  entities: (letter) => `&#${letter.codePointAt(0)};`,
  escapes: (letter) => String.raw`\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
} as const satisfies Readonly<Record<string, (letter: string) => string>>

type Loss = keyof typeof losses

/** POST /access-tokens/{id} changes the name to the one that is sent (clauses 4.2 and 5.3). */
export const renamedTokens: readonly Fault[] = lawFaults<'access-tokens.rename', Loss>({
  id: 'new-name-loses-letters',
  requirement: 'pat.name-updatable',
  breaks: 'Letters beyond ASCII of a new name are not kept.',
  places: ['access-tokens.rename'],
  conditions: Object.keys(losses) as readonly Loss[],
  says: (loss) => `so that these come in their place: ${loss}`,
  fault: (place, loss) =>
    during(place, 'always', async (intercepted) => {
      const json = await readJson(intercepted.request)
      const name = isObject(json) ? json['name'] : undefined
      if (typeof name !== 'string') return intercepted.send()
      return intercepted.send({ json: { ...(json as object), name: name.replaceAll(beyondAscii, losses[loss]) } })
    }),
})
