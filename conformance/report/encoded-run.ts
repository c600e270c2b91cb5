/** A run as JSON. Exchanges and requests that several results have stand once. */
export interface EncodedRun {
  readonly requests: readonly unknown[]
  readonly exchanges: readonly unknown[]
  readonly run: unknown
}
