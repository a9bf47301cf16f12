import { NOT_FOR_REAL_PARTICIPANTS, showsInstanceBanner } from '#domain/instance'
import { shownProviders, type IdentityProvider } from '#domain/sign-in/identity'
import { PROVIDERS_NOTE, SIGN_IN_TITLE, signInSentence, welcomeSentence, welcomeTitle } from '#domain/welcome-words'
import { html } from 'hono/html'
import { builtPage, type BuiltApp, type BuiltFile } from '../../ground/files/built-app'
import { markupText } from '../../ground/markup'
import type { Config } from '../../ground/settings'

/** The place in index.html for it. The file itself stays as it was built: the worker checks its hash. */
const PLACE = '<!--first-paint-->'

/** What the words say of the installation. */
export type Installation = {
  config: Pick<Config, 'instance' | 'service_name' | 'university_name'>
  providers: { offered: readonly IdentityProvider[] }
}

/**
 * The page at an address for a browser without a worker yet, with the parts that it can paint before the app's scripts arrive: the
 * head of the page, and where visitors come first, the first words for them. The app replaces it. Hidden from screen readers, which
 * would read it twice.
 */
export const pageWithFirstPaint = (client: BuiltApp, installation: Installation, path: string): BuiltFile => {
  const banner = showsInstanceBanner(installation.config.instance)
    ? html`<p class="banner">${NOT_FOR_REAL_PARTICIPANTS}</p>`
    : ''
  const painted = html`<div id="first-paint" aria-hidden="true">
    ${banner}
    <div class="head">${MARK}</div>
    ${WORDS.get(path)?.(installation) ?? ''}
  </div>`
  // Names may contain sequences with a meaning in replacement texts, such as $&.
  return builtPage(client.html.replace(PLACE, () => markupText(painted)))
}

/** The first words for a visitor, by the path of their page. */
const WORDS = new Map([
  [
    '/',
    ({ config }: Installation) =>
      html`<div class="words welcome">
        <div class="title">${welcomeTitle(config.service_name)}</div>
        <div class="sentence">${welcomeSentence(config.university_name)}</div>
      </div>`,
  ],
  [
    '/sign-in',
    ({ config, providers }: Installation) =>
      html`<div class="words sign-in">
        <div class="title">${SIGN_IN_TITLE}</div>
        <div class="sentence">${signInSentence(config.service_name)}</div>
        ${shownProviders(config.instance, providers.offered).map(() => html`<div class="provider"></div>`)}
        <div class="note">${PROVIDERS_NOTE}</div>
      </div>`,
  ],
])

/** The paths of pages with words of their own. */
export const WORDED_PATHS: readonly string[] = [...WORDS.keys()]

/** The mark of Equipoise, as in public/favicon.svg. */
const MARK = html`<svg viewBox="5 11 54 45">
  <path d="M32 12H18.5a11.5 11.5 0 0 0 0 23H32zM32 39.5 20.5 54h23z" />
  <path class="half" d="M32 13.25h13.5a10.25 10.25 0 0 1 0 20.5H32z" />
</svg>`
