import type { DeviceOutbox, OutboxView } from './create-device-outbox'

/** How long is waited for the first look at the outbox, in milliseconds: a shared tablet is left soon, whatever is wrong with it. */
const PATIENCE_MS = 3000

/** The outbox once it is loaded, or what is loaded of it when the wait is over. */
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
