// Texts of strangers in each format. Chromium is the parser of HTML and XML, and marked renders Markdown.
import { marked } from 'marked'
import { chromium, type Browser, type Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { launchOptions } from '../../testing/chromium.ts'
import { hostileResult, sampleExchange, sampleResult } from '../../testing/conformance/sample-result.ts'
import {
  activeTexts,
  findRunnerCommand,
  findPageLink,
  otherThanLetters,
  unseenCharacter,
  replaceEachText,
} from '../../testing/conformance/strange-texts.ts'
import { selectPart } from '../../testing/sample.ts'
import { markdownBlock, markdownCode, markdownSentence, plainMarkdown } from '../wording/escaping/markdown.ts'
import { markupLine, markupLines } from '../wording/escaping/markup.ts'
import { terminalLine, terminalLines } from '../wording/escaping/terminal.ts'
import { escapeLine, escapeLines } from '../wording/escaping/unseen.ts'
import { renderers } from './formats.ts'
import { writeReport, serviceDocument } from './service-document.ts'
import { summarize } from './summary.ts'

let browser: Browser
let page: Page
beforeAll(async () => {
  browser = await chromium.launch(launchOptions())
  page = await browser.newPage()
}, 60_000)
afterAll(() => browser.close())

/** The elements that a parser finds in a page or in XML. */
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

/** Characters that are not letters: all of them in a month. */
const characters = selectPart(otherThanLetters(200))

/** Asserts that nothing comes out that could act on a reader's program. */
function assertInert(output: string): void {
  expect(unseenCharacter.exec(output.replaceAll('\t', ' '))?.[0]).toBeUndefined()
  for (const line of output.split('\n')) expect(findRunnerCommand(line)).toBeUndefined()
}

const summary = summarize(hostileResult)
const document = serviceDocument(hostileResult, summary)
const look = { color: false, columns: 60, verbose: true }
const strangeDocuments = (...texts: readonly string[]) => texts.map((text) => replaceEachText(document, text))
const parsers: Readonly<Record<string, (output: string) => Promise<Parsed>>> = {
  html: (output) => parsed(output, 'text/html'),
  junit: (output) => parsed(output, 'application/xml'),
  markdown: rendered,
}

it.each(Object.entries(renderers))(
  'writes an inert report as %s, even if every text is hostile',
  async (format, render) => {
    const parse = parsers[format]
    const elementsOf = async (texts: readonly string[]) => {
      const elements = new Set<string>()
      for (const changed of strangeDocuments(...texts)) {
        const output = render(changed, look)
        assertInert(output.replaceAll(/<(script|style)>[^]*?<\/\1>/g, ''))
        const found = await parse?.(output)
        for (const name of found?.elements ?? []) elements.add(name)
        if (format === 'markdown')
          expect(found!.texts.map(findPageLink).filter((link) => link !== undefined)).toEqual([])
      }
      return elements
    }
    const usual = await elementsOf(['x'])
    const found = await elementsOf([...activeTexts, ...characters])
    expect([...found].filter((name) => !usual.has(name))).toEqual([])
  },
  120_000,
)

it('writes inert JSON and HAR, which keep every character', () => {
  for (const text of [...activeTexts, ...characters]) {
    const exchange = sampleExchange(text, { url: 'https://target.example/x', body: text })
    const result = sampleResult([], { findings: { [text]: text }, leftovers: [text], exchanges: [exchange] })
    const [json, har] = [writeReport('json', result), writeReport('har', result)]
    assertInert(json)
    assertInert(har)
    expect((JSON.parse(json) as { leftovers: unknown }).leftovers).toEqual([text])
    const { log } = JSON.parse(har) as { log: { entries: readonly { request: { postData: unknown } }[] } }
    expect(log.entries[0]!.request.postData).toMatchObject({ text })
  }
})

it('shows a text in HTML, XML and Markdown unchanged, except for invisible characters', async () => {
  const blank = (content: string) => content.replaceAll(/\s+/g, ' ').trim()
  for (const text of [...activeTexts, ...characters].filter((item) => escapeLine(item) !== '')) {
    for (const type of ['text/html', 'application/xml'] as const) {
      const found = await parsed(`<p title="${markupLine(text)}">${markupLines(text)}</p>`, type)
      expect(found.elements).toEqual(type === 'text/html' ? ['html', 'head', 'body', 'p'] : ['p'])
      expect([found.attributes, found.text]).toEqual([[escapeLine(text)], escapeLines(text)])
    }
    const [plain, line] = [plainMarkdown(text), escapeLine(text)]
    const cell = markdownCode(text).replaceAll('|', String.raw`\|`)
    for (const [markdown, elements, expected] of [
      [plain, 'p', line],
      [markdownBlock(text), 'pre code', terminalLines(text)],
      [`- got ${plain}`, 'ul li', `got ${line}`],
      [`- ${markdownSentence(text.replaceAll('`', "'"))}`, 'ul li', line.replaceAll('`', "'")],
      [`| a |\n| --- |\n| ${plain} |`, 'table thead tr th tbody tr td', `a ${line}`],
      [`<details><summary>${plain}</summary>\n\nx\n\n</details>`, 'details summary p', `${line} x`],
      [`| a |\n| --- |\n| ${cell} |`, 'table thead tr th tbody tr td code', `a ${terminalLine(text)}`],
    ] as const) {
      const found = await rendered(markdown)
      expect(found.elements.slice(3).join(' '), markdown.slice(0, 300)).toBe(elements)
      expect(blank(found.text)).toBe(blank(expected))
    }
  }
}, 120_000)
