import { API_BASE } from '#contract/api-address'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'

/** Where the API's documentation stands, and below it the files it is made of. */
export const DOCS_PATH = '/api/docs'

const require = createRequire(import.meta.url)
const STYLES = require.resolve('swagger-ui-dist/swagger-ui.css')
const SCRIPT = require.resolve('swagger-ui-dist/swagger-ui-bundle.js')

/** A file of the documentation: what it holds, and of which type. */
export type DocsFile = { type: string; read: () => Promise<string> }

/**
 * The files below `/api/docs`: Swagger UI out of its package, so that the page needs no other host, and the script that
 * starts it, apart from the page so that the page's policy needs no exception.
 */
export const docsFiles = (): Record<string, DocsFile> => ({
  'swagger-ui.css': { type: 'text/css; charset=utf-8', read: () => readFile(STYLES, 'utf8') },
  'swagger-ui-bundle.js': { type: 'text/javascript; charset=utf-8', read: () => readFile(SCRIPT, 'utf8') },
  'start.js': { type: 'text/javascript; charset=utf-8', read: async () => START },
})

export const docsPage = (title: string): string => `<!doctype html>
<html lang="en-GB">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${title}</title>
    <link rel="icon" href="/favicon.svg" />
    <link rel="stylesheet" href="${DOCS_PATH}/swagger-ui.css" />
  </head>
  <body>
    <main id="calls"></main>
    <script src="${DOCS_PATH}/swagger-ui-bundle.js"></script>
    <script src="${DOCS_PATH}/start.js"></script>
  </body>
</html>
`

const START = `SwaggerUIBundle({ url: '${API_BASE}/openapi.json', dom_id: '#calls', deepLinking: true })\n`
