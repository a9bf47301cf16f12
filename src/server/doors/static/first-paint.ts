import { NOT_FOR_REAL_PARTICIPANTS, showsInstanceBanner } from '#domain/instance'
import { welcomeSentence, welcomeTitle } from '#domain/welcome-words'
import { html } from 'hono/html'
import { builtPage, type BuiltApp, type BuiltFile } from '../../ground/files/built-app'
import { markupText } from '../../ground/markup'
import type { Config } from '../../ground/settings'

/** The place in index.html for it. The file itself stays as it was built: the worker checks its hash. */
const PLACE = '<!--first-paint-->'

type Names = Pick<Config, 'instance' | 'service_name' | 'university_name'>

/**
 * The page for a browser without a worker yet, with the parts that it can paint before the app's scripts arrive: the
 * head of the page, and at `/` the first words for a visitor. The app replaces it. Hidden from screen readers, which
 * would read it twice.
 */
export const pageWithFirstPaint = (client: BuiltApp, names: Names, isHome: boolean): BuiltFile => {
  const banner = showsInstanceBanner(names.instance) ? html`<p class="banner">${NOT_FOR_REAL_PARTICIPANTS}</p>` : ''
  const welcome = isHome
    ? html`<div class="welcome">
        <div class="title">${welcomeTitle(names.service_name)}</div>
        <div class="words">${welcomeSentence(names.university_name)}</div>
      </div>`
    : ''
  const painted = html`<div id="first-paint" aria-hidden="true">
    ${banner}
    <div class="head">${MARK}</div>
    ${welcome}
  </div>`
  // Names may contain sequences with a meaning in replacement texts, such as $&.
  return builtPage(client.html.replace(PLACE, () => markupText(painted)))
}

/** The mark of Equipoise, as in public/favicon.svg. */
const MARK = html`<svg viewBox="5 11 54 45">
  <path d="M32 12H18.5a11.5 11.5 0 0 0 0 23H32zM32 39.5 20.5 54h23z" />
  <path class="half" d="M32 13.25h13.5a10.25 10.25 0 0 1 0 20.5H32z" />
</svg>`
