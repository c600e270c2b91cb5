import type { TlsFiles } from '../conclusions/exchange.ts'

/** Opens pages for requirements that show only in a browser. It returns plain data. */
export interface WebBrowser {
  /**
   * Opens an address as a new visitor, without the cookies of another one, and waits until the page has settled.
   * @throws Conclusion `notApplicable` if there is no browser; it says what to install.
   */
  open(address: string, options: OpenOptions): Promise<BrowserTab>
}

/** Options for opening an address. */
export interface OpenOptions {
  /** The milliseconds for one step: until a page has loaded, or until a press has shown an effect. */
  readonly timeout: number
  /** The origins that requests of the visit may go to, besides that of the address. Default: none. */
  readonly origins?: readonly string[]
  /** Headers of every request, only without other origins: a redirect would send them there. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** The files of a client certificate for the origin of the address. */
  readonly tls?: TlsFiles | undefined
}

/** A visit to an address. */
export interface BrowserTab {
  /** True if the browser runs inside its sandbox, false if not; undefined if unknown. */
  readonly isSandboxed?: boolean | undefined
  /** Returns the current view. */
  view(): Promise<BrowserView>
  /** Presses a control of the last view, waits until the page has settled, and returns the new view. */
  press(control: number): Promise<BrowserView>
  /** Ends the visit, with its cookies. */
  close(): Promise<void>
}

/** The visible contents of a page. */
export interface BrowserView {
  /** The address of the page. */
  readonly url: string
  /** The HTTP status of the page; undefined without an answer. */
  readonly status: number | undefined
  /** The method of the request that the page answered, after all redirects; undefined if unknown. */
  readonly method: string | undefined
  /** The text of the page. */
  readonly text: string
  /** The buttons and links, in the order of the page. */
  readonly controls: readonly BrowserControl[]
  /** The types of the empty fields that a person could fill in, such as `password`. */
  readonly fields: readonly string[]
  /** The errors since the last view. */
  readonly errors: readonly BrowserError[]
  /** The refused origins of requests by pages of the visit. */
  readonly refused?: readonly RefusedOrigin[]
  /** True if the page has scripts that were not run. */
  readonly isScripted?: boolean
}

/** An origin outside the flow. */
export interface RefusedOrigin {
  /** The origin; a host and a port if the scheme is unknown. */
  readonly origin: string
  /** True if the content or behaviour of the page may depend on the refused request, as on that of a script. */
  readonly isNecessary: boolean
}

/** An error on a page. Its texts come from the browser or the page, and decide nothing. */
export type BrowserError =
  | {
      /** A request of the page was answered with an error. */
      readonly kind: 'response'
      readonly status: number
      readonly method: string
      readonly path: string
    }
  | {
      /** A request of the page got no answer. */
      readonly kind: 'failed'
      readonly text: string
      readonly method: string
      readonly path: string
    }
  | {
      /** A script of the page threw an error, or the console shows one, such as that of a blocked form. */
      readonly kind: 'page' | 'console'
      readonly text: string
    }

/** A button or a link. */
export interface BrowserControl {
  /** The text of the control. */
  readonly name: string
  /** The kind of control: a button acts on this page, a link leads to another one. */
  readonly kind: 'button' | 'link'
}
