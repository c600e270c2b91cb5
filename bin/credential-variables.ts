/** The environment variable of each credential. `exec` and its like set them; the kit reads the same ones. */
export const credentialVariables = {
  clientId: 'PLATFORM_CLIENT_ID',
  clientSecret: 'PLATFORM_CLIENT_SECRET',
  token: 'PLATFORM_TOKEN',
  integrationToken: 'PLATFORM_INTEGRATION_TOKEN',
  apiKey: 'PLATFORM_API_KEY',
  dsn: 'PLATFORM_DSN',
} as const

/** Credentials by name. */
export type NamedCredentials = { readonly [Name in keyof typeof credentialVariables]?: string | undefined }
