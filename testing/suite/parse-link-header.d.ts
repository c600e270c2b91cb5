declare module 'parse-link-header' {
  /** Entries by their `rel`, each with its URL, its attributes and the parameters of the URL's query. */
  export default function parseLinkHeader(
    header: string | null,
  ): Readonly<Record<string, Readonly<Record<string, string>> & { readonly url: string }>> | null
}
