// Texts of strangers in each format. Chromium is the parser of HTML and XML, and marked renders Markdown.
import { execFileSync } from 'node:child_process'
import { marked } from 'marked'
import { chromium, type Browser, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { launchOptions } from '../../testing/chromium.ts'
import { hostileResult, sampleExchange, sampleResult } from '../../testing/conformance/sample-result.ts'
import {
  activeTexts,
  commandIn,
  linkIn,
  otherThanLetters,
  unseenCharacter,
  withEachText,
} from '../../testing/conformance/strange-texts.ts'
import { toJson } from '../wording/escaping/json.ts'
import { markdownBlock, markdownCode, markdownSentence, plainMarkdown } from '../wording/escaping/markdown.ts'
import { markupLine, markupLines } from '../wording/escaping/markup.ts'
import { shellComment, shellText } from '../wording/escaping/shell.ts'
import { tapDescription } from '../wording/escaping/tap.ts'
import { terminalExact, terminalLine, terminalLines } from '../wording/escaping/terminal.ts'
import { seenLine, seenLines } from '../wording/escaping/unseen.ts'
import { renderers } from './formats.ts'
import { harReport } from './har.ts'
import { writeReport } from './reports.ts'
import { serviceDocument } from './service-document.ts'
import { summarize } from './summary.ts'

let browser: Browser
let page: Page
beforeAll(async () => {
  browser = await chromium.launch(launchOptions())
  page = await browser.newPage()
}, 60_000)
afterAll(() => browser.close())

/** What a parser finds in a page or in XML. */
interface Parsed {
  /** The texts outside of code, each as the parser divides them. */
  readonly texts: readonly string[]
  readonly text: string
  readonly elements: readonly string[]
  readonly attributes: readonly string[]
}

const parsed = (source: string, type: 'text/html' | 'application/xml'): Promise<Parsed> =>
  page.evaluate(
    ([markup, mediaType]) => {
      const document = new DOMParser().parseFromString(markup, mediaType)
      const walker = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT)
      const texts: string[] = []
      while (walker.nextNode())
        if (!walker.currentNode.parentElement!.closest('code, pre, style, script'))
          texts.push(walker.currentNode.nodeValue!)
      const elements = [...document.querySelectorAll('*')]
      return {
        texts,
        text: document.documentElement.textContent,
        elements: elements.map(({ localName }) => localName),
        attributes: elements.flatMap((element) => [...element.attributes].map(({ value }) => value)),
      }
    },
    [source, type] as const,
  )

const rendered = (markdown: string): Promise<Parsed> =>
  parsed(marked.parse(markdown, { mangle: false, headerIds: false } as object) as string, 'text/html')

const all = otherThanLetters(30_000)
const texts = [...activeTexts, ...all]
/** What parsers read back, which takes them long. */
const parsedTexts = [...activeTexts, ...otherThanLetters(30_000, true)]

/** Asserts that nothing comes out that could act on a reader's program. */
function assertInert(output: string): void {
  expect(unseenCharacter.exec(output.replaceAll('\t', ' '))?.[0]).toBeUndefined()
  for (const line of output.split('\n')) expect(commandIn(line)).toBeUndefined()
}

describe('each filter of a format', () => {
  it.each(
    Object.entries({
      terminalLine,
      terminalExact,
      markupLine,
      plainMarkdown,
      markdownSentence,
      markdownCode,
      shellText,
      shellComment,
      toJson,
    }),
  )('%s leaves nothing that is unseen, ends a line or is a command', (_name, filter) => {
    for (const text of texts) {
      const output = filter(text)
      assertInert(output)
      expect(output).not.toMatch(/[\n\t]/)
    }
  })

  it.each(Object.entries({ terminalLines, markupLines, markdownBlock }))(
    '%s leaves nothing that is unseen or a command, and keeps lines',
    (_name, filter) => {
      for (const text of texts) assertInert(filter(text))
    },
  )

  it('tapDescription leaves nothing that is unseen, ends a line or begins a directive', () => {
    for (const text of texts) {
      assertInert(`ok 1 - ${tapDescription(text)}`)
      expect(tapDescription(text)).not.toMatch(/[\n\t]|(?<!\\)(?:\\\\)*#/)
    }
  })
})

describe('each parser gets the text back', () => {
  it('from JSON, character by character', () => {
    for (const text of parsedTexts) expect(JSON.parse(toJson({ [text]: [text] }, 2))).toEqual({ [text]: [text] })
  })

  it.each(['text/html', 'application/xml'] as const)('from %s, in elements and in attributes', async (type) => {
    for (const text of parsedTexts) {
      const {
        text: inside,
        attributes,
        elements,
      } = await parsed(`<p title="${markupLine(text)}">${markupLines(text)}</p>`, type)
      expect(elements).toEqual(type === 'text/html' ? ['html', 'head', 'body', 'p'] : ['p'])
      expect(attributes).toEqual([seenLine(text)])
      expect(inside === seenLines(text), text.slice(0, 50)).toBe(true)
    }
  })

  it('from Markdown: plain, in a sentence, in a table, folded and as code', async () => {
    for (const text of parsedTexts) {
      const [plain, line] = [plainMarkdown(text), seenLine(text)]
      const sentence = markdownSentence(text.replaceAll('`', "'"))
      const cell = markdownCode(text).replaceAll('|', String.raw`\|`)
      const everywhere = [
        [plain, 'p', line],
        [markdownCode(text), 'p code', terminalLine(text)],
        [markdownBlock(text), 'pre code', terminalLines(text)],
      ] as const
      // What programs act on is tried beside other markup, too.
      const beside = [
        [`- got ${plain}`, 'ul li', `got ${line}`],
        [`- ${sentence}`, 'ul li', line.replaceAll('`', "'")],
        [`| a |\n| --- |\n| ${plain} |`, 'table thead tr th tbody tr td', `a ${line}`],
        [`<details><summary>${plain}</summary>\n\nx\n\n</details>`, 'details summary p', `${line} x`],
        [`| a |\n| --- |\n| ${cell} |`, 'table thead tr th tbody tr td code', `a ${terminalLine(text)}`],
      ] as const
      for (const [markdown, elements, expected] of [...everywhere, ...(activeTexts.includes(text) ? beside : [])]) {
        if (line === '') continue
        const found = await rendered(markdown)
        expect(found.elements.slice(3).join(' '), markdown.slice(0, 300)).toBe(elements)
        const blank = (content: string) => content.replaceAll(/\s+/g, ' ').trim()
        expect(
          blank(found.text) === blank(expected),
          `${blank(found.text).slice(0, 300)}\n${blank(expected).slice(0, 300)}`,
        ).toBe(true)
        expect(found.texts.map(linkIn).find((link) => link !== undefined)).toBeUndefined()
      }
    }
  }, 120_000)

  it('from TAP', () => {
    for (const text of parsedTexts) {
      expect(tapDescription(text).replaceAll(/\\([\\#])/g, '$1')).toBe(seenLine(text))
      const block = terminalLines(`x: ${text}`).split('\n')
      const yaml = `message: ${toJson(seenLine(text))}\ndetails: |\n${block.map((line) => `    ${line}`).join('\n')}\n`
      const { message, details } = parse(yaml) as { readonly message: string; readonly details: string }
      expect(message).toBe(seenLine(text))
      expect(details.trimEnd()).toBe(block.join('\n').trimEnd())
    }
  })

  it('from a shell, with blanks for what nobody sees', () => {
    const words = activeTexts.filter((text) => text !== '')
    const script = words.map((text) => `${shellComment(text)}\nprintf '%s\\n' ${shellText(text)}`).join('\n')
    const printed = execFileSync('sh', ['-c', script], { encoding: 'utf8' })
    const expected = words.map((text) => text.replaceAll(/\s/g, ' ').replaceAll(new RegExp(unseenCharacter, 'gu'), ' '))
    expect(printed.split('\n').slice(0, -1)).toEqual(expected)
  })
})

describe('each report whose every text is a stranger’s', () => {
  const context = { summary: summarize(hostileResult), color: false, verbose: true }
  const document = serviceDocument(hostileResult, {
    ...context,
    baseline: undefined,
    columns: undefined,
    command: undefined,
  })
  const look = { color: false, columns: 60, verbose: true }
  const controls = [...all[0]!].filter((character) => unseenCharacter.test(character)).join('')
  const parts = Array.from({ length: Math.ceil(controls.length / 600) }, (_part, index) =>
    controls.slice(index * 600, index * 600 + 600),
  )
  const strange = [...activeTexts, ...parts].map((text) => [text, withEachText(document, text)] as const)

  it.each(Object.entries(renderers))(
    'is inert as %s',
    async (format, render) => {
      const elements = new Set<string>()
      const usual = new Set<string>()
      const parse = format === 'markdown' ? rendered : undefined
      const type =
        format === 'html' ? 'text/html' : format === 'junit' || format === 'badge' ? 'application/xml' : undefined
      for (const [set, documents] of [
        [usual, [['x', withEachText(document, 'x')]]],
        [elements, strange],
      ] as const)
        for (const [text, changed] of documents) {
          const output = render(changed, look)
          assertInert(output.replaceAll(/<(script|style)>[^]*?<\/\1>/g, ''))
          const found = parse ? await parse(output) : type ? await parsed(output, type) : undefined
          for (const name of found?.elements ?? []) set.add(name)
          if (!parse) continue
          expect([text, found!.texts.map(linkIn).find((link) => link !== undefined)]).toEqual([text, undefined])
        }
      expect([...elements].filter((name) => !usual.has(name))).toEqual([])
    },
    120_000,
  )

  it('is inert as JSON and HAR, which keep every character', () => {
    for (const text of parsedTexts) {
      const exchange = sampleExchange(text, { url: `https://target.example/${encodeURI('x')}`, body: text })
      const result = sampleResult([], { findings: { [text]: text }, leftovers: [text], exchanges: [exchange] })
      const [json, har] = [writeReport('json', result), harReport(result)]
      assertInert(json)
      assertInert(har)
      expect((JSON.parse(json) as { leftovers: unknown }).leftovers).toEqual([text])
      const { log } = JSON.parse(har) as { log: { entries: readonly { request: { postData: unknown } }[] } }
      expect(log.entries[0]!.request.postData).toMatchObject({ text })
    }
  })
})
