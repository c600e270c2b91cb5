/** A browser that a run is given, for what shows only where a person looks. It hands out plain data alone. */
export interface WebBrowser {
  /**
   * Opens an address as a new visitor, without the cookies of another one, and waits until the page has come to rest.
   * @throws Conclusion `notApplicable` where there is no browser; it says what to install.
   */
  open(address: string, options: OpenOptions): Promise<BrowserTab>
}

/** How an address is opened. */
export interface OpenOptions {
  /** Milliseconds for one step: until a page has come, or until a press has shown an effect. */
  readonly timeout: number
}

/** An address that was opened. */
export interface BrowserTab {
  /** What it shows now. */
  view(): Promise<BrowserView>
  /** Presses one of the controls of the last view, waits until the page has come to rest, and says what it shows. */
  press(control: number): Promise<BrowserView>
  /** Forgets the visitor. */
  close(): Promise<void>
}

/** What a person would see. */
export interface BrowserView {
  /** The address of the page. */
  readonly url: string
  /** The HTTP status of the page; undefined where none came. */
  readonly status: number | undefined
  /** The method of the request that the page answered, behind all redirects; undefined where that is not known. */
  readonly method: string | undefined
  /** The text of the page. */
  readonly text: string
  /** What can be pressed, in the order of the page. */
  readonly controls: readonly BrowserControl[]
  /** The types of the empty fields that a person could fill in, such as `password`. */
  readonly fields: readonly string[]
  /** What went wrong since the last view: errors of scripts, blocked forms, requests that failed. */
  readonly errors: readonly string[]
}

/** Something that can be pressed. */
export interface BrowserControl {
  /** Its text. */
  readonly name: string
  /** Whether it acts on this page, or leads to another one. */
  readonly kind: 'button' | 'link'
}
