import { readWorkerMessage, SYNC_TAG } from '#offline/messages'

/** The workers of a page, as far as it takes them; null where the browser has none, as on an origin that is not secure. */
type WorkerContainer = { getRegistration: (address: string) => Promise<object | undefined> }

export const workersOf = (navigator: Navigator): ServiceWorkerContainer | null =>
  'serviceWorker' in navigator ? navigator.serviceWorker : null

type Woken = { sync: { register: (tag: string) => Promise<void> } }

/** Chromium alone has it. */
const isWoken = (registration: object | undefined): registration is Woken =>
  registration !== undefined && 'sync' in registration

/** Asks the browser to tell the worker when the network is back; where it does not know how, or may not, nothing happens. */
export const askToBeWoken = async (workers: WorkerContainer | null): Promise<void> => {
  try {
    const registration = await workers?.getRegistration('/')
    if (isWoken(registration)) await registration.sync.register(SYNC_TAG)
  } catch {
    // Switched off by a person or a hospital: the page is woken by everything else that wakes it.
  }
}

/** Wakes when the worker says that the network is back. The answer stops that. */
export const wokenByWorker = (workers: EventTarget | null, wake: () => void): (() => void) => {
  const onMessage = (event: Event) => {
    if (event instanceof MessageEvent && readWorkerMessage(event.data)?.type === 'WAKE') wake()
  }
  workers?.addEventListener('message', onMessage)
  return () => workers?.removeEventListener('message', onMessage)
}
