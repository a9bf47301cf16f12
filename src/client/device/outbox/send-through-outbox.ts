import type { StoredAction, StoredRefusal } from '#contract/stored-action'
import type { NewAction } from '#offline/outbox'
import { blockedBy } from '#offline/due-items'
import { canReachServer, type Connection } from '../offline/connection'
import { notSavedWords } from '../../safety-words'
import type { Store } from '../../browser/store'
import type { DeviceOutbox } from './create-device-outbox'

/**
 * The first outcome of an action:
 * - `done`: the server accepted it
 * - `saved`: it is on this device, and is sent when possible
 * - `left`: the server refused it after the dialog had been left: it waits in the outbox for a decision
 * - `refused`: the server refused it, in these words, with details; it waits in the outbox until the dialog has shown them
 * - `not_saved`: this device could not store it, for the reason in these words, so nothing happened
 */
export type OutboxResult =
  | { kind: 'done' }
  | { kind: 'saved' }
  | { kind: 'left' }
  | { kind: 'refused'; words: string; refusal: StoredRefusal | null }
  | { kind: 'not_saved'; words: string }

/** How long a dialog waits for the server before it calls its action saved, in milliseconds. */
const PATIENCE_MS = 8000

export type OutboxDependencies = {
  outbox: Pick<DeviceOutbox, 'view' | 'store'>
  connection: Store<Connection>
  /** Whether the action's dialog is still open. */
  isAwaited: () => boolean
  /** Called as soon as the action is stored on this device. */
  onStored?: (() => void) | undefined
}

/** Stores an action, sends it, and returns its outcome while its dialog is open. */
export const sendThroughOutbox = async (dependencies: OutboxDependencies, action: NewAction): Promise<OutboxResult> => {
  try {
    await dependencies.outbox.store(action, dependencies.onStored)
  } catch (error) {
    return { kind: 'not_saved', words: notSavedWords(error) }
  }
  const settled = await settledAction(dependencies, action.id)
  if (settled?.state === 'done') return { kind: 'done' }
  if (settled?.state !== 'attention') return { kind: 'saved' }
  if (!dependencies.isAwaited()) return { kind: 'left' }
  const note = settled.notes.at(-1)
  return { kind: 'refused', words: note?.words ?? '', refusal: note?.refusal ?? null }
}

/** The action once the server has accepted or refused it, or it waits for a person; null where that takes too long. */
const settledAction = ({ outbox, connection }: OutboxDependencies, id: string): Promise<StoredAction | null> =>
  new Promise((resolve) => {
    const stops: (() => void)[] = []
    const finish = (action: StoredAction | null) => {
      clearTimeout(patience)
      for (const stop of stops) stop()
      resolve(action)
    }
    const look = () => {
      const { entries } = outbox.view.get().content
      const entry = entries.find((one) => one.id === id)
      const action = entry?.action ?? null
      if (entry && action && (isSettled(action) || blockedBy(entry, entries) !== null)) finish(action)
      else if (!canReachServer(connection.get().state)) finish(null)
    }
    const patience = setTimeout(() => finish(null), PATIENCE_MS)
    stops.push(outbox.view.subscribe(look), connection.subscribe(look))
    look()
  })

/** Whether the first attempt is over. */
const isSettled = ({ state, attempts }: StoredAction): boolean =>
  state === 'done' || state === 'attention' || state === 'held' || (state === 'waiting' && attempts > 0)
