import { sha256 } from '../../ground/secrets/sha256'
import { html, raw } from 'hono/html'
import { markupText, type Markup } from '../../ground/markup'

/** A whole page of the server: plain HTML without scripts. `owner` is the name above it. */
export const idpPage = (title: string, body: Markup, owner = 'Equipoise'): string =>
  markupText(
    html`<!doctype html>
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <title>${title} – ${owner}</title>
          <link rel="icon" href="/favicon.svg" />
          ${STYLE_ELEMENT}
        </head>
        <body>
          <header>${owner}</header>
          <main>${body}</main>
        </body>
      </html> `,
  )

/** The headers of these pages: they load only the portal's icon, and cannot be framed. */
export const pageHeaders = () => ({
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 'no-store',
  'Content-Security-Policy': `default-src 'none'; img-src 'self'; style-src '${STYLE_HASH}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
})

/** The colours of the portal's theme, light and dark, as far as these pages need them. */
const STYLE = `
  :root { color-scheme: light dark; --canvas: #fff; --surface: #f3f7f8; --ink: #10252b; --muted: #4a6168; --line: #6f858c; --petrol: #0b5563; --wrong: #a3161f }
  @media (prefers-color-scheme: dark) {
    :root { --canvas: #0e171a; --surface: #162227; --ink: #e6eef0; --muted: #a9b8c2; --line: #71868f; --petrol: #7cc7d6; --wrong: #ff9d9d }
  }
  body { margin: 0; background: var(--canvas); color: var(--ink); font: 16px/1.5 'Atkinson Hyperlegible Next Variable', system-ui, sans-serif }
  header { padding: 12px 16px; border-bottom: 1px solid var(--line); color: var(--petrol); font-weight: 700 }
  main { max-width: 640px; margin: 0 auto; padding: 24px 16px 48px }
  h1 { margin: 0 0 8px; font-size: 28px; line-height: 1.25 }
  form { display: grid; gap: 12px; margin: 24px 0 }
  button { display: grid; gap: 2px; padding: 12px 16px; border: 1px solid var(--line); border-radius: 8px; background: var(--surface); color: inherit; font: inherit; text-align: left; cursor: pointer }
  button:hover { border-color: var(--petrol) }
  button strong { color: var(--petrol); font-size: 18px }
  small, .note { color: var(--muted) }
  small { font-size: 15px }
  a { color: var(--petrol) }
  h2 { margin: 32px 0 8px; font-size: 20px }
  .field { display: grid; gap: 4px }
  label { font-weight: 700 }
  input { min-height: 44px; box-sizing: border-box; width: 100%; padding: 8px 12px; border: 1px solid var(--line); border-radius: 8px; background: var(--canvas); color: inherit; font: inherit }
  input[aria-invalid] { border-color: var(--wrong) }
  button.main { min-height: 44px; border-color: var(--petrol); background: var(--petrol); color: var(--canvas); font-weight: 700; text-align: center }
  .wrong { padding: 12px 16px; border: 1px solid var(--wrong); border-radius: 8px; color: var(--wrong) }
  .way { display: inline-block; padding: 10px 0 }
  figure { max-width: 240px; margin: 16px 0 }
  code { font: 16px/1.6 ui-monospace, monospace; overflow-wrap: anywhere }
  :focus-visible { outline: 3px solid var(--petrol); outline-offset: 2px }
`

const STYLE_HASH = `sha256-${sha256(STYLE).toString('base64')}`

/** Exactly as it was hashed for the content security policy. */
const STYLE_ELEMENT = raw(`<style>${STYLE}</style>`)
