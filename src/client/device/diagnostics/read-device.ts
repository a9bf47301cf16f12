import { SNAPSHOTS_NAME } from '#offline/answer-through-store'
import { readWorkerMessage, type PageMessage } from '#offline/messages'
import { deviceStorage } from '../../browser/device-storage'
import { persistenceNow, type Persistence } from '../offline/persistence'
import { OUTBOX_NAME } from '../outbox/device-outbox'

/** The browser's answers about itself and the app's storage; null for each unknown. */
export type DeviceFacts = {
  browser: string
  screen: string
  is_installed: boolean
  persistence: Persistence
  used_bytes: number | null
  quota_bytes: number | null
  /** The state of the worker of this page, or why there is none. */
  worker: string
  worker_version: string | null
  is_update_waiting: boolean
  /** The versions of the stored tables. */
  outbox_tables: number | null
  snapshot_tables: number | null
}

/** Asks the browser. A failed question is answered as unknown, so that the others are still answered. */
export const readDevice = async (page: Window): Promise<DeviceFacts> => {
  const { navigator } = page
  const [persistence, estimate, worker, databases] = await Promise.all([
    persistenceNow(
      navigator,
      deviceStorage(() => page.localStorage),
    ),
    orNull(() => navigator.storage.estimate()),
    readWorker(navigator),
    orNull(() => page.indexedDB.databases()),
  ])
  const tablesOf = (name: string): number | null => {
    const version = databases?.find((one) => one.name === name)?.version
    // Dexie's own number is a tenth of the browser's.
    return version === undefined ? null : version / 10
  }
  return {
    browser: navigator.userAgent,
    screen: `${page.innerWidth} × ${page.innerHeight}`,
    is_installed: page.matchMedia('(display-mode: standalone)').matches,
    persistence,
    used_bytes: estimate?.usage ?? null,
    quota_bytes: estimate?.quota ?? null,
    ...worker,
    outbox_tables: tablesOf(OUTBOX_NAME),
    snapshot_tables: tablesOf(SNAPSHOTS_NAME),
  }
}

type WorkerFacts = Pick<DeviceFacts, 'worker' | 'worker_version' | 'is_update_waiting'>

const readWorker = async (navigator: Navigator): Promise<WorkerFacts> => {
  if (!('serviceWorker' in navigator))
    return { worker: 'not in this browser', worker_version: null, is_update_waiting: false }
  const registration = (await orNull(() => navigator.serviceWorker.getRegistration('/'))) ?? null
  const { controller } = navigator.serviceWorker
  return {
    worker: workerWords(controller, registration),
    worker_version: controller === null ? null : await versionOf(controller),
    is_update_waiting: (registration?.waiting ?? null) !== null,
  }
}

const workerWords = (controller: ServiceWorker | null, registration: ServiceWorkerRegistration | null): string => {
  if (controller !== null) return controller.state
  if (registration === null) return 'not installed'
  return registration.active === null ? 'being installed' : 'installed, not used by this page'
}

/** How long a worker may take to report its version, in milliseconds; an old worker does not know the question. */
const PATIENCE_MS = 2000

const versionOf = (worker: ServiceWorker): Promise<string | null> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    const finish = (version: string | null) => {
      clearTimeout(patience)
      port1.close()
      resolve(version)
    }
    const patience = setTimeout(() => finish(null), PATIENCE_MS)
    port1.addEventListener('message', ({ data }) => {
      const message = readWorkerMessage(data)
      finish(message?.type === 'VERSION' ? message.version : null)
    })
    port1.start()
    const question: PageMessage = { type: 'TELL_VERSION' }
    worker.postMessage(question, [port2])
  })

const orNull = async <T>(ask: () => Promise<T>): Promise<T | null> => {
  try {
    return await ask()
  } catch {
    // Missing in this browser, on this origin, or forbidden: shown as unknown.
    return null
  }
}
