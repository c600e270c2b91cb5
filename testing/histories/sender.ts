// Requests over HTTP, each with the moments of its call and its answer.
import { Agent, request as sendRequest } from 'node:http'
import type { Credentials } from '../../emulator/model/contract/credentials.ts'
import type { History, Span } from './history.ts'

/** The service that the clients use, and what they may know of it. */
export interface Subject {
  readonly url: string
  readonly credentials: Credentials
  readonly catalogId: string
  /** An adapter connection of the shop. */
  readonly shopId: string
  readonly scopeId: string
}

/** An answer, and when it was asked for and came. */
export interface Answer {
  readonly status: number
  // oxlint-disable-next-line typescript/no-explicit-any -- the clients read any member
  readonly json: any
  readonly span: Span
}

interface Sent {
  readonly json?: unknown
  readonly form?: Readonly<Record<string, string>>
  /** A Bearer token other than the one of the fixtures. */
  readonly auth?: string
}

/** Sends the requests of all clients. */
export class Sender {
  readonly #subject: Subject
  readonly #history: History
  readonly #agent: Agent
  #asked = 0

  constructor(subject: Subject, history: History, sockets: number) {
    this.#subject = subject
    this.#history = history
    this.#agent = new Agent({ keepAlive: true, maxSockets: sockets })
  }

  /** Requests sent so far. */
  get asked(): number {
    return this.#asked
  }

  close(): void {
    this.#agent.destroy()
  }

  /** Sends a request that must be answered with a status. @throws Error for another one. */
  async expect(status: number, world: string, method: string, path: string, sent?: Sent): Promise<Answer> {
    const answer = await this.send(world, method, path, sent)
    if (answer.status === status) return answer
    throw new Error(`Expected ${status} for ${method} ${path}; got ${answer.status}: ${JSON.stringify(answer.json)}`)
  }

  send(world: string, method: string, path: string, { json, form, auth }: Sent = {}): Promise<Answer> {
    this.#asked++
    const body = form ? new URLSearchParams(form).toString() : json === undefined ? undefined : JSON.stringify(json)
    const type = form ? 'application/x-www-form-urlencoded' : 'application/json'
    const headers = {
      authorization: `Bearer ${auth ?? this.#subject.credentials.token}`,
      ...(body === undefined ? {} : { 'content-type': type, 'content-length': String(Buffer.byteLength(body)) }),
    }
    const url = `${this.#subject.url}${world === 'default' ? '' : `/~${world}`}${path}`
    return new Promise((resolve, reject) => {
      const from = this.#history.tick()
      sendRequest(url, { method, headers, agent: this.#agent }, (response) => {
        let text = ''
        response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
        response.on('end', () => {
          const isJson = (response.headers['content-type'] ?? '').includes('json') && text !== ''
          const span = { from, to: this.#history.tick() }
          resolve({ status: response.statusCode!, json: isJson ? JSON.parse(text) : undefined, span })
        })
        response.on('error', reject)
      })
        .on('error', reject)
        .end(body)
    })
  }
}
