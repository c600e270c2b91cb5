import { textResponse } from '../wrappers/messages.ts'
import { answer, mapAnswer, mapBody, mapHeader } from '../wrappers/fetch-wrappers.ts'

/** The flow continues with a page or a redirect. */
const isContinued = ({ status }: Response) => status < 400

/** Sends the form of the consent page elsewhere. */
const postToNowhere = mapAnswer('connect.browser', async (response) => {
  const page = (await response.text()).replace('<form method="post">', '<form method="post" action="nowhere">')
  return new Response(page, response)
})

/** The deviations of "Connecting an adapter". */
export const connectDeviations = {
  title: 'Connecting an adapter',
  deviations: {
    'prepare-connect-without-code': [
      'connect.prepare.code',
      'prepare-connect answers no state code.',
      mapBody('connect.prepare', () => ({ expires_in: 600 })),
    ],
    'connect-asks-for-bearer': [
      'connect.browser.page',
      'GET connect asks the browser for a Bearer token.',
      answer(
        'connect.browser',
        () => new Response(null, { status: 401, headers: { 'www-authenticate': 'Bearer' } }),
        ({ authorization }) => authorization === '',
      ),
    ],
    'connect-refuses-good-codes': [
      'connect.browser.page',
      'GET connect does not know the codes of prepare-connect.',
      mapAnswer('connect.browser', () => textResponse('<!doctype html><p>Unknown code', 'text/html', 400), isContinued),
    ],
    'connect-form-posts-to-nowhere': [
      'connect.browser.completed',
      'The form of the consent page is sent to an address that is not served.',
      postToNowhere,
    ],
    'connect-page-forbids-its-form': [
      'connect.browser.completed',
      'The content security policy of the consent page forbids its form.',
      mapHeader('connect.browser', 'content-security-policy', "default-src 'none'; form-action 'none'"),
    ],
  },
} as const
