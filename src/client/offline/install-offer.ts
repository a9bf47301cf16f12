import { createStore, type Store } from '../store'

/** Opens the browser's own question whether to install the app; null while the browser does not offer it. */
export type InstallOffer = (() => void) | null

export const installOffer = createStore<InstallOffer>(null)

/** Keeps the browser's offer to install the app until a person takes it up. The answer stops that. */
export const watchInstallOffer = (page: Window, offer: Store<InstallOffer> = installOffer): (() => void) => {
  const onOffer = (event: Event) => {
    if (!isInstallPrompt(event)) return
    // Without this, the browser shows its own bar over the page.
    event.preventDefault()
    offer.set(() => {
      // It can be asked once; whoever declines is offered it again by the browser.
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

/** How the app can be installed here: by the browser's own question, by hand on an iPad or iPhone, or not at all. */
export const wayToInstall = (
  offer: InstallOffer,
  browser: Pick<Navigator, 'userAgent' | 'maxTouchPoints'>,
  isInstalled: boolean,
): 'by_question' | 'by_hand' | null => {
  if (isInstalled) return null
  if (offer !== null) return 'by_question'
  return isOfApple(browser) ? 'by_hand' : null
}

/** An iPad calls itself a Mac; no Mac has a touch screen. */
const isOfApple = ({ userAgent, maxTouchPoints }: Pick<Navigator, 'userAgent' | 'maxTouchPoints'>): boolean =>
  /iPad|iPhone/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)
