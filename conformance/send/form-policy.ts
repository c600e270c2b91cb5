/**
 * Returns true if a Content-Security-Policy forbids a form: by `form-action`, or by a `sandbox` without forms.
 * @param policies The policies in the headers and the meta elements of a page.
 */
export function blocksForm(policies: readonly string[], action: URL, page: string): boolean {
  return policies
    .flatMap((policy) => policy.split(','))
    .some((policy) => {
      const directives = policy.split(';').map((directive) => directive.trim().toLowerCase().split(/\s+/))
      const sourcesOf = (name: string) => directives.find(([directive]) => directive === name)?.slice(1)
      const sandbox = sourcesOf('sandbox')
      if (sandbox !== undefined && !sandbox.includes('allow-forms')) return true
      const sources = sourcesOf('form-action')
      return sources !== undefined && !sources.some((source) => allowsAction(source, action, new URL(page)))
    })
}

function allowsAction(source: string, action: URL, page: URL): boolean {
  if (source === '*') return true
  if (source === "'self'") return action.origin === page.origin
  if (/^[a-z][a-z0-9+.-]*:$/.test(source)) return action.protocol === source
  const [, scheme = '', host = '', port = '', path = ''] =
    /^(?:([a-z][a-z0-9+.-]*):\/\/)?([^/:]+)(?::(\d+|\*))?(\/.*)?$/.exec(source) ?? []
  if (host === '') return false
  const isHost = host.startsWith('*.') ? action.hostname.endsWith(host.slice(1)) : action.hostname === host
  const isScheme = action.protocol === `${scheme === '' ? page.protocol.slice(0, -1) : scheme}:`
  const usual = action.protocol === 'https:' ? '443' : '80'
  const isPort = port === '*' || (action.port || usual) === (port || usual)
  const isPath = path === '' || (path.endsWith('/') ? action.pathname.startsWith(path) : action.pathname === path)
  return isHost && isScheme && isPort && isPath
}
