import { createStore, type Store } from '../../browser/store'

/** Opens the browser's own install prompt; null while the browser does not offer one. */
export type InstallOffer = (() => void) | null

export const installOffer = createStore<InstallOffer>(null)

/** Stores the browser's install prompt until a person uses it. Returns a function that stops this. */
export const watchInstallOffer = (page: Window, offer: Store<InstallOffer> = installOffer): (() => void) => {
  const onOffer = (event: Event) => {
    if (!isInstallPrompt(event)) return
    // Otherwise the browser shows its own bar over the page.
    event.preventDefault()
    offer.set(() => {
      // A prompt works once; after a refusal the browser may offer another.
      offer.set(null)
      void event.prompt()
    })
  }
  const onInstalled = () => offer.set(null)
  page.addEventListener('beforeinstallprompt', onOffer)
  page.addEventListener('appinstalled', onInstalled)
  return () => {
    page.removeEventListener('beforeinstallprompt', onOffer)
    page.removeEventListener('appinstalled', onInstalled)
  }
}

type InstallPrompt = Event & { prompt: () => Promise<unknown> }

const isInstallPrompt = (event: Event): event is InstallPrompt =>
  'prompt' in event && typeof event.prompt === 'function'

/** How the app can be installed here: by the browser's prompt, by hand on an iPad or iPhone, or not at all. */
export const wayToInstall = (
  offer: InstallOffer,
  browser: Pick<Navigator, 'userAgent' | 'maxTouchPoints'>,
  isInstalled: boolean,
): 'by_question' | 'by_hand' | null => {
  if (isInstalled) return null
  if (offer !== null) return 'by_question'
  return isOfApple(browser) ? 'by_hand' : null
}

/** iPads identify as a Mac, but no Mac has a touch screen. */
const isOfApple = ({ userAgent, maxTouchPoints }: Pick<Navigator, 'userAgent' | 'maxTouchPoints'>): boolean =>
  /iPad|iPhone/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)
