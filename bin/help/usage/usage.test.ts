import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it, vi } from 'vitest'
import { runByYargs } from '../../run-by-yargs.ts'
import { commandOf, commandShapes } from './command-shapes.ts'
import { pageFiles, pageOf, root } from '../../../testing/readme-code.ts'

afterEach(() => vi.restoreAllMocks())

const refusal = (line: string): Promise<string> =>
  runByYargs(line.split(' ')).then(
    (code) => `exit code ${code}`,
    (error: unknown) => (error as Error).message,
  )

async function helpOf(command: string): Promise<string> {
  const lines: string[] = []
  vi.spyOn(console, 'log').mockImplementation((line) => void lines.push(String(line)))
  await runByYargs([...command.split(' '), '--help'])
  return lines.join('\n')
}

it.each([
  [
    'conformance list --only x',
    'There is no option --only of emulator conformance list; it takes no options. --only is an',
  ],
  ['conformance list foo', 'emulator conformance list takes no arguments; got also "foo". See `emulator conformance l'],
  ['conformance explain a b', 'emulator conformance explain takes only ID; got also "b".'],
  ['conformance explain --only x', 'There is no option --only of emulator conformance explain; it takes no options.'],
  [
    'conformance explian pat.list',
    'emulator conformance takes only URL; got also "pat.list". Did you mean emulator conformance explain? See `emula',
  ],
  ['explian', 'There is no command "explian"; did you mean emulator conformance explain?'],
  ['conformance compare a b c', 'emulator conformance compare takes only BEFORE and AFTER; got also "c".'],
  [
    'conformance verify --x',
    'There is no option --x of emulator conformance verify; it takes no options. See `emulator conf',
  ],
  [
    'conformance cleanup --only x',
    'There is no option --only of emulator conformance cleanup; it takes --config and --timeout.',
  ],
  ['conformance cleanup --confg x', 'There is no option --confg; did you mean --config?'],
  ['conformance http://x http://y', 'emulator conformance takes only URL; got also "http://y".'],
  ['conformance --onyl x', 'There is no option --onyl; did you mean --only?'],
  [
    'conformance --scale 1',
    'There is no option --scale of emulator conformance. --scale is an option of emulator start.',
  ],
  ['openapi --scale 1', 'There is no option --scale of emulator openapi. --scale is an option of emulator start.'],
  ['start --only x', 'There is no option --only of emulator start. --only is an option of emulator conformance.'],
  ['start foo', 'emulator start takes no arguments; got also "foo". See `emulator start --help`.'],
  ['--port 0 --https=yes', '--https takes no value; got "yes". Write --https, or leave it out.'],
  ['--port 0 --no-control=', '--no-control takes no value; got "". Write --no-control, or leave it out.'],
  ['conformance --allow-writes=1', '--allow-writes takes no value; got "1". Write --allow-writes, or leave it out.'],
  ['--prot 1', 'There is no option --prot; did you mean --port? See `emulator --help`.'],
  ['exec foo --bar', 'Write -- before the command: `emulator exec -- foo --bar`.'],
  ['exec --only x', 'There is no option --only of emulator exec. --only is an option of emulator conformance.'],
  ['exec foo', 'Write -- before the command: `emulator exec -- foo`.'],
  ['client npm test', 'Write -- before the command: `emulator client -- npm test`.'],
  ['client --driver python3 x', 'Write -- before the command: `emulator client --driver -- python3 x`.'],
  ['client', 'client needs a command after --, as in: emulator client -- npm test, or'],
  ['client list x', 'emulator client list takes no arguments; got also "x".'],
  [
    'client lsit',
    'There is no command "lsit" of emulator client; did you mean emulator client list? A command of your own needs -- before it: `emulator client -- lsit`.',
  ],
  ['client explian get-token', 'did you mean emulator client explain?'],
  ['client --driver list.sh', 'Write -- before the command: `emulator client --driver -- list.sh`.'],
  ['replay a.case.gz npm test', 'Write -- before the command: `emulator replay a.case.gz -- npm test`.'],
  ['proxy npm test', 'Write -- before the command: `emulator proxy URL -- npm test`.'],
  ['proxy http://a.test npm test', 'Write -- before the command: `emulator proxy http://a.test -- npm test`.'],
  ['proxy --config t.yaml npm test', 'Write -- before the command: `emulator proxy --config t.yaml -- npm test`.'],
  ['proxy --har a.har http://a.test npm test', '`emulator proxy --har a.har http://a.test -- npm test`.'],
  ['conformance lsit', 'got "lsit"; did you mean emulator conformance list?'],
  ['conformance http://a.test ful', 'got also "ful". Did you mean emulator conformance --profile full?'],
  ['learn lsit', 'the URL must begin with http:// or https://; got "lsit".'],
  ['learn chekc twin', 'learn takes one URL; got also "twin"; did you mean --check twin?'],
  ['fleet ngnix', 'emulator fleet takes no arguments; got also "ngnix". Did you mean emulator fleet --print nginx?'],
  ['init pyhton', 'Did you mean emulator init --client python?'],
  ['client --drivr', 'There is no option --drivr; did you mean --driver?'],
  ['strat', 'There is no command "strat"; did you mean start? See `emulator --help`.'],
  ['explain ids.grammar', 'There is no command "explain"; did you mean emulator conformance explain?'],
  ['nothing like it', 'There is no command "nothing". See `emulator --help`.'],
  [
    'openapi -- x y',
    'Only emulator exec, emulator client, emulator proxy and emulator replay take a command after --; got x y. See `emulator exec --help`.',
  ],
  ['start -- npm test', 'emulator proxy and emulator replay take a command after --; got npm test.'],
])('refuses emulator %s and says what the command takes', async (line, message) => {
  expect(await refusal(line)).toContain(message)
})

/** The command lines of the pages: those of code blocks, and those between backticks. */
function documentedCommands(): readonly string[] {
  const texts = [...pageFiles, 'SECURITY.md', 'CONTRIBUTING.md'].map((file) => readFileSync(join(root, file), 'utf8'))
  const blocks = texts.flatMap((text) =>
    [...text.matchAll(/^```sh.*?\n(.*?)^```/gms)].flatMap(([, code]) => code!.split('\n')),
  )
  const spans = texts.flatMap((text) =>
    [...text.matchAll(/(?<!`)`((?:npx )?emulator [^`]+)`/g)].map(([, code]) => code!),
  )
  return [...blocks, ...spans]
    .map((line) => /^(?:npx )?emulator (.*)$/s.exec(line.replaceAll(/\s+/g, ' ').replace(/ #.*| &&.*/, ''))?.[1])
    .filter((line) => line !== undefined)
}

it('has in the pages only commands and options that exist', () => {
  const lines = documentedCommands()
  expect(lines.length).toBeGreaterThan(50)
  const unknown = lines.filter((line) => {
    const words = line
      .split(/ --(?: |$)/)[0]!
      .trim()
      .split(' ')
    const { options } = commandShapes[commandOf(words)]!
    const named = words.flatMap((word) => /^--([\w-]+)/.exec(word)?.[1] ?? [])
    const isCommand = /^(?:--|[A-Z…])/.test(words[0]!) || Object.hasOwn(commandShapes, words[0]!)
    return !isCommand || named.some((name) => !Object.hasOwn(options, name) && !['help', 'version'].includes(name))
  })
  expect(unknown).toEqual([])
})

it.each(Object.keys(commandShapes))(
  'prints the exit codes of %s in its help, as the page of exit codes does',
  async (command) => {
    const help = (await helpOf(command)).replaceAll(/\s+/g, ' ')
    for (const [code, meaning] of commandShapes[command]!.exitCodes) {
      expect(help).toContain(`${code} ${meaning}`)
      if (meaning !== 'printed' && commandShapes[command]!.exitCodes[0]![1] !== 'printed')
        expect(pageOf('exit-codes')).toContain(`| \`${command}\` | ${code} | ${meaning} |`)
    }
    expect(await helpOf(command.replace(/^start$/, ''))).toContain('Exit codes:')
  },
)
