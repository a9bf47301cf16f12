import { dayInWords } from '#domain/time/day-in-words'
import { againstPlan } from '#domain/trials/forecast'
import { html, raw } from 'hono/html'
import { markupText, type Markup } from '../../ground/markup'
import { sha256 } from '../../ground/secrets/sha256'
import type { WallFigures } from '../../use-cases/wall-views/wall-figures'
import WALL_SCRIPT from './wall-screen.js?raw'
import { WALL_STYLE } from './wall-style'

const hashIn = (text: string): string => `'sha256-${sha256(text).toString('base64')}'`

/** The headers of the page: it is never stored or found by search engines, loads nothing, and requests only itself. */
export const WALL_HEADERS = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': `default-src 'none'; img-src 'self'; connect-src 'self'; style-src ${hashIn(WALL_STYLE)}; script-src ${hashIn(WALL_SCRIPT)}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex, nofollow',
}

const page = (title: string, body: Markup): string =>
  markupText(
    html`<!doctype html>
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="robots" content="noindex, nofollow" />
          <title>${title}</title>
          <link rel="icon" href="/favicon.svg" />
          ${raw(`<style>${WALL_STYLE}</style>`)}
        </head>
        <body>
          <main id="wall">${body}</main>
          <p id="lost" hidden>No connection. These figures may be out of date.</p>
          ${raw(`<script>${WALL_SCRIPT}</script>`)}
        </body>
      </html> `,
  )

export const endedPage = (): string =>
  page(
    'Wall view',
    html`<h1>This view has ended</h1>
      <p>Ask the trial’s administrator for a new link.</p>`,
  )

export const unknownPage = (): string =>
  page(
    'Wall view',
    html`<h1>There is no such view</h1>
      <p>Check the link, or ask the trial’s administrator for a new one.</p>`,
  )

/** Says that the page will try again automatically; the last figures stay. */
export const busyPage = (): string =>
  page(
    'Wall view',
    html`<h1>Too many requests</h1>
      <p>This page loads again automatically.</p>`,
  )

export const wallPage = (figures: WallFigures): string =>
  page(
    figures.title,
    html`<h1>${figures.title}</h1>
      <dl>
        <div class="main">
          <dt>Participants</dt>
          <dd>
            ${number(figures.recruited)}${figures.sample_size > 0 ? html` <small>of ${number(figures.sample_size)}</small>` : ''}
          </dd>
          <dd class="note">${comparedWithPlan(figures)}</dd>
        </div>
        <div>
          <dt>Last 7 days</dt>
          <dd>${number(figures.last_seven_days)}</dd>
        </div>
        <div>
          <dt>Sites recruiting</dt>
          <dd>${number(figures.recruiting_sites)} <small>of ${number(figures.sites)}</small></dd>
          <dd class="note">in the last 28 days</dd>
        </div>
        <div class="main">
          <dt>Last participant, forecast</dt>
          ${forecast(figures)}
        </div>
      </dl>
      <footer><span>${figures.status}</span> <span>Last updated ${figures.at}</span></footer>`,
  )

const comparedWithPlan = ({ recruited, expected, ended_on, sample_size, planned_end }: WallFigures): string => {
  if (expected === null) return 'No plan to compare with'
  const against = againstPlan(recruited, expected, sample_size)
  const difference = number(Math.abs(recruited - expected))
  const comparison =
    against === 'on_plan' ? 'On plan' : `${difference} ${against === 'ahead' ? 'ahead of' : 'behind'} plan`
  const day = ended_on === null ? 'today' : dayInWords(ended_on)
  return `${comparison}: ${number(expected)} expected by ${day}, ${number(sample_size)} by ${dayInWords(planned_end)}`
}

const forecast = ({ forecast: found }: WallFigures): Markup =>
  found === null
    ? html`<dd class="none">No forecast</dd>
        <dd class="note">It needs a started trial, a sample size and ten participants</dd>`
    : html`<dd>${dayInWords(found.on)}</dd>
        <dd class="note">Likely ${dayInWords(found.earliest)} to ${dayInWords(found.latest)} (80%)</dd>`

const NUMBER = new Intl.NumberFormat('en-GB')
const number = (count: number): string => NUMBER.format(count)
