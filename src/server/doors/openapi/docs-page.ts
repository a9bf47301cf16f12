import { API_BASE } from '#contract/api-address'
import { TOKEN_PLACE } from '#contract/token-place'
import { html } from 'hono/html'

/** The paths of the API's documentation and, below, of its files. */
export const DOCS_PATH = '/api/docs'
/** The path of its content, for people who may read it. */
export const DOCS_CONTENT_PATH = `${API_BASE}/openapi.html`

/** A file of the documentation: its content and media type. */
type DocsFile = { type: string; text: string }

/**
 * The files below `/api/docs`. The page is empty until its script has fetched the content with the token of the browser's
 * session, which opening the page by its address does not send.
 */
export const docsFiles = (): Record<string, DocsFile> => ({
  'docs.css': { type: 'text/css; charset=utf-8', text: STYLES },
  'docs.js': { type: 'text/javascript; charset=utf-8', text: SCRIPT },
})

export const docsPage = (title: string): ReturnType<typeof html> =>
  html`<!doctype html>
    <html lang="en-GB">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <link rel="icon" href="/favicon.svg" />
        <link rel="stylesheet" href="${DOCS_PATH}/docs.css" />
      </head>
      <body>
        <main><p>Loading…</p></main>
        <script type="module" src="${DOCS_PATH}/docs.js"></script>
      </body>
    </html> `

const SCRIPT = `const main = document.querySelector('main')
const say = (words) => {
  const line = document.createElement('p')
  line.setAttribute('role', 'alert')
  line.textContent = words
  main.replaceChildren(line)
}
const token = localStorage.getItem('${TOKEN_PLACE}')
const headers = token === null ? {} : { Authorization: 'Bearer ' + token }
try {
  const answer = await fetch('${DOCS_CONTENT_PATH}', { headers })
  if (answer.ok) {
    const read = new DOMParser().parseFromString(await answer.text(), 'text/html')
    main.replaceChildren(...read.body.childNodes)
    if (location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView()
  } else if (answer.status === 401) say('Sign in to the portal in this browser, then load this page again.')
  else say('The documentation could not be loaded. Load this page again.')
} catch {
  say('The server does not answer. Load this page again.')
}
`

const STYLES = `:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
body { margin: 0; }
main { max-width: 72rem; margin: 0 auto; padding: 1rem; }
h2 { margin: 2rem 0 0.5rem; font-size: 1.25rem; }
h3 { margin: 1rem 0 0.25rem; font-size: 1rem; }
details { border-bottom: 1px solid color-mix(in srgb, currentColor 20%, transparent); }
summary { padding: 0.625rem 0; min-height: 1.5rem; cursor: pointer; overflow-wrap: anywhere; }
code, pre { font-family: ui-monospace, monospace; font-size: 0.875rem; }
pre { overflow-x: auto; padding: 0.75rem; background: color-mix(in srgb, currentColor 8%, transparent); }
table { border-collapse: collapse; }
th, td { padding: 0.25rem 1rem 0.25rem 0; text-align: start; vertical-align: top; }
`
