import type { DeviceOutbox, OutboxView } from './create-device-outbox'

/** How long is waited for the first look at the outbox, in milliseconds: a shared tablet is left soon, whatever is wrong with it. */
const PATIENCE_MS = 3000

/** The outbox once it has been looked at, or as far as it is known when patience is over. */
export const onceKnown = ({ view, wake }: Pick<DeviceOutbox, 'view' | 'wake'>): Promise<OutboxView> =>
  new Promise((resolve) => {
    const stop = view.subscribe(look)
    const patience = setTimeout(finish, PATIENCE_MS)
    function finish() {
      clearTimeout(patience)
      stop()
      resolve(view.get())
    }
    function look() {
      if (view.get().isKnown) finish()
    }
    look()
    if (!view.get().isKnown) wake()
  })
