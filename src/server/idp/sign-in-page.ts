import { createHash } from 'node:crypto'
import { SAMPLE_ACCOUNTS } from '../sample-data/sample-accounts'

/**
 * The sample provider's sign-in page: one plain form with one submit button for each account, without any script.
 * `action` is where the form goes.
 */
export const signInPage = (action: string): string =>
  page(
    'Sample accounts',
    `<h1>Who would you like to be?</h1>
    <p>This installation has no sign-in provider yet, so it brings seven people of its own. No password is asked.</p>
    <form method="post" action="${escapeHtml(action)}">
      ${SAMPLE_ACCOUNTS.map(accountButton).join('\n      ')}
    </form>
    <p class="note">For trying out only: never enter real participants.</p>`,
  )

/** A page that says why signing in stopped, with a way back. */
export const signInStoppedPage = (reason: string): string =>
  page(
    'Signing in stopped',
    `<h1>Signing in stopped</h1>
    <p>${escapeHtml(reason)}</p>
    <p><a href="/sign-in">Sign in again</a></p>`,
  )

/** What these pages are answered with: they load nothing but the portal's icon and can be framed by nobody. */
export const pageHeaders = () => ({
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 'no-store',
  'Content-Security-Policy': `default-src 'none'; img-src 'self'; style-src '${STYLE_HASH}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
})

const accountButton = (account: (typeof SAMPLE_ACCOUNTS)[number]) =>
  `<button name="email" value="${account.email}"><strong>${escapeHtml(account.name)}</strong> <span>${escapeHtml(account.may)}</span> <small>${account.email}</small></button>`

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

/** The colours of the portal's theme, light and dark, as far as these two pages need them. */
const STYLE = `
  :root { color-scheme: light dark; --canvas: #fff; --surface: #f3f7f8; --ink: #10252b; --muted: #4a6168; --line: #6f858c; --petrol: #0b5563 }
  @media (prefers-color-scheme: dark) {
    :root { --canvas: #0e171a; --surface: #162227; --ink: #e6eef0; --muted: #a9b8c2; --line: #71868f; --petrol: #7cc7d6 }
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
  :focus-visible { outline: 3px solid var(--petrol); outline-offset: 2px }
`

const STYLE_HASH = `sha256-${createHash('sha256').update(STYLE).digest('base64')}`

const page = (title: string, body: string) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${title} – Equipoise</title>
    <link rel="icon" href="/favicon.svg">
    <style>${STYLE}</style>
  </head>
  <body>
    <header>Equipoise</header>
    <main>
    ${body}
    </main>
  </body>
</html>
`
