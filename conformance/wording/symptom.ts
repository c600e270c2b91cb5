// The fact of a failure in a few words, for the first line of a report.
import type { Fact } from '../conclusions/fact.ts'
import { countPhrase } from '../conclusions/phrase.ts'
import { phraseText } from './text.ts'

/** The most characters of a body that is shown. */
const mostBody = 40

/** The symptom that a fact shows, such as `200 instead of 400`. */
export function symptomText(fact: Fact): string {
  const { response, request } = fact.at
  const { status, headers, text } = response
  const { method } = request
  if ('ignored' in fact && fact.ignored !== undefined) return `${fact.ignored} is ignored`
  switch (fact.kind) {
    case 'status':
      return `${status} instead of ${fact.wanted === 'success' ? '2xx' : fact.wanted === 'refusal' ? 'a refusal' : fact.wanted}`
    case 'header':
      return headers[fact.name] === undefined
        ? `no ${headerName(fact.name)} header`
        : `wrong ${headerName(fact.name)}: ${headers[fact.name]}`
    case 'link':
      return `${new RegExp(`rel="?${fact.relation}\\b`).test(headers['link'] ?? '') ? 'wrong' : 'no'} rel=${fact.relation}`
    case 'body':
      if (fact.lacks) return `the body lacks ${fact.lacks.slice(0, 3).join(', ')}`
      if (fact.members)
        return `${fact.members.some((name) => text.includes(`"${name}":`)) ? 'wrong' : 'no'} ${fact.members.join(', ')}`
      if (text === '') return `${status} without a body`
      if (text.length > mostBody) return 'wrong body'
      return `wrong body ${/^[[{]/.test(text) ? text : JSON.stringify(text)}`
    case 'present':
      if (!fact.members)
        return method === 'GET' ? `${phraseText(countPhrase(fact.ids.length, 'record'))} too many` : 'another object'
      return fact.members.some((name) => /id$/i.test(name))
        ? `wrong ${fact.members.join(', ')}`
        : `${records(fact.ids.length)} with another ${fact.members.join(' or ')}`
    case 'missing':
      return `${records(fact.ids.length)} missing${fact.members ? `, all with one ${fact.members.join(', ')}` : ''}`
    case 'count':
      return `${records(fact.got)} instead of ${fact.wanted}`
    case 'order':
      return 'wrong order'
    case 'repeated':
      return 'the same id twice'
    case 'token':
      return 'a token is issued'
    case 'credential':
      return fact.works ? `${status} instead of a refusal` : `${status} with valid credentials`
    case 'secret':
      return 'a secret is shown again'
    case 'effect':
      return `done in spite of the ${status}`
    case 'alike':
      return 'the same answer'
    case 'different':
      return 'different answers to equal requests'
  }
}

/** The name of a header as specifications write it. */
const headerName = (name: string): string => name.replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase())

const records = (count: number): string => phraseText(countPhrase(count, 'record'))
