import { html } from 'hono/html'
import { markupText } from '../markup'
import type { Envelope, Letter } from './letter'
import { closing } from './letter-text'

/**
 * The light scheme of the portal's look (src/client/ui/theme.ts), as far as an email needs it; a test compares them.
 */
export const MAIL_COLOURS = {
  ink: '#10252B',
  muted: '#4A6168',
  link: '#0B5563',
  hairline: '#D3DDE1',
  ground: '#FFFFFF',
} as const

const { ink, muted, link, hairline, ground } = MAIL_COLOURS

/**
 * An email as a page of its own: no images, no scripts, nothing fetched from anywhere, readable without its colours.
 */
export const letterHtml = (letter: Letter, envelope: Envelope): string =>
  markupText(
    html`<!doctype html>
      <html lang="en-GB">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width" />
          <title>${letter.subject}</title>
        </head>
        <body style="margin:0;padding:24px;background:${ground};color:${ink};font:16px/1.5 system-ui,sans-serif">
          <main style="max-width:640px">
            <h1 style="font-size:22px;line-height:1.3;margin:0 0 16px">${letter.heading}</h1>
            ${paragraph(`Dear ${envelope.recipient_name},`)} ${letter.paragraphs.map(paragraph)}
            ${
              letter.particulars.length === 0
                ? ''
                : html`<table style="border-collapse:collapse;margin:16px 0">
                    ${letter.particulars.map(row)}
                  </table>`
            }
            <p><a href="${letter.link.url}" style="color:${link}">${letter.link.text}</a></p>
            <p>${envelope.service_name}<br />${envelope.university_name}</p>
          </main>
          <footer style="color:${muted};font-size:14px">${closing(letter, envelope).map(paragraph)}</footer>
        </body>
      </html> `,
  )

// Line breaks of the text are shown, so none may be added.
// prettier-ignore
const paragraph = (text: string) => html`<p style="white-space:pre-line">${text}</p>`

// prettier-ignore
const row = ([label, value]: readonly [string, string]) =>
  html`<tr>
    <th scope="row" style="text-align:left;vertical-align:top;padding:6px 16px 6px 0;border-bottom:1px solid ${hairline};color:${muted};font-weight:normal">${label}</th>
    <td style="vertical-align:top;padding:6px 0;border-bottom:1px solid ${hairline};overflow-wrap:anywhere;white-space:pre-line">${value}</td>
  </tr>`
