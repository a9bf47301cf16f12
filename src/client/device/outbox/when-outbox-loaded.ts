import type { DeviceOutbox } from './create-device-outbox'
import type { OutboxView } from './outbox-view'

/**
 * How long to wait until the outbox was first read, in milliseconds: a shared tablet must be cleared soon, also where its
 * storage fails.
 */
const PATIENCE_MS = 3000

/** Resolves with the outbox once it is loaded, or as far as it is when the time is over. */
export const whenOutboxLoaded = ({ view, wake }: Pick<DeviceOutbox, 'view' | 'wake'>): Promise<OutboxView> =>
  new Promise((resolve) => {
    const stop = view.subscribe(finishIfLoaded)
    const timeout = setTimeout(finish, PATIENCE_MS)
    function finish() {
      clearTimeout(timeout)
      stop()
      resolve(view.get())
    }
    function finishIfLoaded() {
      if (view.get().isLoaded) finish()
    }
    finishIfLoaded()
    if (!view.get().isLoaded) wake()
  })
