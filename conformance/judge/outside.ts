import type { Exchange } from '../conclusions/exchange.ts'
import type { Redactor } from './redaction/redact.ts'
import type { RequestSender } from '../send/sender.ts'
import type { Time } from '../send/time.ts'
import type { WebBrowser } from '../send/web-browser.ts'

/** All ways by which something comes into a run from outside. */
export interface Outside {
  /** The time that checks read. */
  readonly time: Time
  /** Sends by a sender, or instead of it. */
  sender(sender: RequestSender): RequestSender
  /** Opens pages by a browser, or instead of it. */
  browser(browser: WebBrowser | undefined): WebBrowser | undefined
  /** Begins a run, which learns secrets. */
  begin(redactor: Redactor): void
  /** Notes that an exchange was kept. */
  kept(exchange: Exchange): void
}

/** The outside as it is. */
export function directly(time: Time): Outside {
  return {
    time,
    sender: (sender) => sender,
    browser: (browser) => browser,
    begin: () => undefined,
    kept: () => undefined,
  }
}
