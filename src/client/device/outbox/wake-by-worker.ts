import { readWorkerMessage, SYNC_TAG } from '#offline/messages'

/** The used part of `navigator.serviceWorker`; null where the browser has none, as in a private window of Firefox. */
type WorkerContainer = { getRegistration: (address: string) => Promise<object | undefined> }

export const workersOf = (navigator: Navigator): ServiceWorkerContainer | null =>
  'serviceWorker' in navigator ? navigator.serviceWorker : null

type Woken = { sync: { register: (tag: string) => Promise<void> } }

/** Background sync, which only Chromium has. */
const isWoken = (registration: object | undefined): registration is Woken =>
  registration !== undefined && 'sync' in registration

/** Asks the browser to wake the worker when the network is back. Does nothing where the browser cannot, or may not. */
export const askToBeWoken = async (workers: WorkerContainer | null): Promise<void> => {
  try {
    const registration = await workers?.getRegistration('/')
    if (isWoken(registration)) await registration.sync.register(SYNC_TAG)
  } catch {
    // A person or an administrator switched it off; other events still wake the page.
  }
}

/** Calls back when the worker reports that the network is back. Returns a function that stops this. */
export const wokenByWorker = (workers: EventTarget | null, wake: () => void): (() => void) => {
  const onMessage = (event: Event) => {
    if (event instanceof MessageEvent && readWorkerMessage(event.data)?.type === 'WAKE') wake()
  }
  workers?.addEventListener('message', onMessage)
  return () => workers?.removeEventListener('message', onMessage)
}
