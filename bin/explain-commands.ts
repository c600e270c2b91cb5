import { asCalled, calledAs } from '../emulator/serve/printed-program.ts'
import { type Command, command } from './command.ts'
import { printed } from './exit-codes.ts'
import { UsageError } from './usage-error.ts'

/** The texts about the catalogue of a judge. */
interface CatalogueTexts {
  readonly list: () => string
  readonly explain: (id: string) => string
}

/**
 * The commands `list` and `explain` of a judge.
 * @param listed What `list` prints.
 */
export const explainCommands = (
  judge: 'client' | 'conformance',
  listed: string,
  load: () => Promise<CatalogueTexts>,
): readonly Command[] => [
  command({
    words: 'list',
    does: `list ${listed}`,
    exitCodes: printed,
    run: async () => print((await load()).list()),
  }),
  command({
    words: 'explain [id]',
    does: 'explain one of them, or a check',
    positionals: { id: 'ID of a requirement or a check' },
    exitCodes: printed,
    run: async (_flags, { words: { id } }) => {
      if (id !== undefined) return print((await load()).explain(id))
      throw new UsageError(
        `explain needs the id of a requirement or a check; ${calledAs(process)} ${judge} list prints them all.`,
      )
    },
  }),
]

function print(text: string): number {
  process.stdout.write(asCalled(text, process))
  return 0
}
