import type { StoredAction } from '#contract/stored-action'
import type { Outcome } from '#domain/outcome'
import type { ActionSeal } from '#offline/action-seal'
import { needsPass, nextDueAt } from '#offline/due-items'
import type { OneAtATime } from '#offline/one-at-a-time'
import type { NewAction, Outbox } from '#offline/outbox'
import type { OutboxEntry } from '#offline/outbox-content'
import { sendDue, type Sent } from '#offline/send-due'
import { createStore, type Store } from '../../browser/store'
import { createFollowedOutbox, type OutboxRead } from './follow-outbox'
import { outboxOpener } from './open-outbox'
import type { OutboxMirror } from './outbox-mirror'
import type { OutboxSeals } from './outbox-seals'
import { UNREAD_OUTBOX, viewAfterRead, type OutboxView } from './outbox-view'

type Dependencies = {
  database_name: string
  mirror: OutboxMirror
  sub: () => string | null
  seals: Pick<OutboxSeals, 'current' | 'obtain'>
  canSend: () => boolean
  send: (action: StoredAction) => Promise<Sent>
  deleteTrialIfWithdrawn: (trialId: number) => Promise<boolean>
  oneAtATime: OneAtATime
  now: () => number
  chance: () => number
  /** Called when an action was stored, to be sent. */
  onStored: () => void
  /** Called with an error of the outbox for which no caller waited. */
  report: (error: unknown) => void
}

export type DeviceOutbox = {
  view: Store<OutboxView>
  /**
   * Stores an action on this device; rejects where it cannot, and then nothing is saved. `onStored` is called before anything
   * else; sending begins at once.
   */
  store: (action: NewAction, onStored?: () => void) => Promise<void>
  /** Replaces a refused action by a new one; `words` name what the new one leaves out. */
  correct: (id: string, action: NewAction, words: string | null) => Promise<boolean>
  /** Closes a refused action whose own dialog is still open to correct it. */
  closeCorrected: (id: string) => Promise<void>
  /** Discards an action, with the reason; false where it may have reached the server already. */
  discard: (id: string, reason: string) => Promise<boolean>
  /** Releases actions of an earlier session to be sent in this one, as their author wishes. */
  release: (ids: readonly string[]) => Promise<void>
  /** Puts away an item whose author cannot be verified, with the reason; false where it was changed meanwhile. */
  putAway: (id: string, reason: string) => Promise<boolean>
  /**
   * Begins to follow the outbox for the present session, and sends due actions: an event may have made sending
   * possible.
   */
  wake: () => void
  /** The same, without waiting for the next attempt of any action. */
  sendNow: () => void
  /** Records that the signed-in person has seen which of their own actions are missing. */
  acknowledgeMissing: () => void
}

/** When a failed read or pass is repeated, if nothing wakes it before, in milliseconds. */
const AFTER_A_FAILURE_MS = 5000

/** When a browser without storage is asked again, in milliseconds: each request may wait in it for ever. */
const WITHOUT_STORAGE_MS = 60_000

/** Shown where nothing can be sealed, because this tablet has no key of the signed-in person yet. */
const NO_KEY = 'This tablet must reach the server once before it can save actions'

/** Creates the outbox of this device for its pages: follows it, stores actions, and sends them. */
export const createDeviceOutbox = (deps: Dependencies): DeviceOutbox => {
  const { mirror } = deps
  const view = createStore<OutboxView>(UNREAD_OUTBOX)
  let latest: OutboxRead | null = null
  let dueTimer: ReturnType<typeof setTimeout> | undefined
  let failureTimer: ReturnType<typeof setTimeout> | undefined
  let isPassing = false
  let isDueAgain = false
  let ignoresRetryDelay = false

  const open = outboxOpener({
    ...deps,
    onOpened: (unavailable) => {
      const { isLoaded, unavailable: before } = view.get()
      if (unavailable === null && before === null) return
      view.set({ ...view.get(), isLoaded: isLoaded || unavailable !== null, unavailable })
      if (unavailable?.cause === 'not_kept') wakeAfter(WITHOUT_STORAGE_MS)
    },
    onLost: () => followed.end(),
  })
  const wakeAfter = (milliseconds: number) => {
    clearTimeout(failureTimer)
    failureTimer = setTimeout(wake, milliseconds)
  }
  const repeatLater = (error: unknown) => {
    deps.report(error)
    wakeAfter(AFTER_A_FAILURE_MS)
  }
  const onRead = (read: OutboxRead) => {
    latest = read
    view.set(viewAfterRead(view.get(), read))
    goOn()
  }
  const followed = createFollowedOutbox({ open, mirror, currentSeal: deps.seals.current, onRead, onError: repeatLater })

  /** Reacts to the content: deletes old receipts, sends due actions, and waits for later ones. */
  const goOn = () => {
    if (latest === null) return
    const { content, seal } = latest
    if (seal === null || seal.sub !== deps.sub()) return
    // The mirror has noted by now that they are done; otherwise they would be reported missing.
    void deleteReceipts(content.entries, seal.sub).catch(deps.report)
    clearTimeout(dueTimer)
    if (!deps.canSend()) return
    const conditions = { sub: seal.sub, session: seal.session, now: deps.now() }
    if (needsPass(content.entries, { ...conditions, isPassing })) startPass()
    const due = nextDueAt(content.entries, conditions)
    if (due !== null) dueTimer = setTimeout(goOn, due - deps.now())
  }

  const deleteReceipts = async (entries: readonly OutboxEntry[], sub: string) =>
    (await open())?.database.deleteReceipts(entries, sub, deps.now())

  /** Starts a pass, or another one after the one that is running. */
  const startPass = () => {
    isDueAgain = true
    if (!isPassing) void passWhileDue()
  }
  const passWhileDue = async () => {
    isPassing = true
    while (isDueAgain) {
      isDueAgain = false
      await pass().catch(repeatLater)
    }
    isPassing = false
  }
  const pass = async (): Promise<void> => {
    const opened = await open()
    if (opened === null || !deps.canSend()) return
    const conditions = { ...deps, fetchSeal: deps.seals.current, outbox: opened.outbox, ignoresRetryDelay }
    ignoresRetryDelay = false
    await deps.oneAtATime(() => sendDue(conditions))
  }

  const beginAndGoOn = async (): Promise<void> => {
    await followed.begin()
    goOn()
    // The person's actions can be read and sent with their key.
    if (deps.sub() !== null && deps.canSend() && (await deps.seals.obtain()) !== null) await followed.begin()
  }
  const wake = () => void beginAndGoOn().catch(repeatLater)

  /** Writes with the person's seal, and resolves once screens show it. `onWritten` is called with the result. */
  const write = async <Written>(
    work: (outbox: Outbox, seal: ActionSeal) => Promise<Written>,
    isShownLater: (written: Written) => boolean,
    onWritten?: (written: Written) => void,
  ): Promise<Written> => {
    const opened = await open()
    if (opened === null) throw new Error(view.get().unavailable?.words ?? 'This device has no outbox')
    const seal = await deps.seals.obtain()
    if (seal === null) throw new Error(NO_KEY)
    await followed.begin()
    const nextRead = followed.nextRead()
    const written = await work(opened.outbox, seal)
    onWritten?.(written)
    if (isShownLater(written)) await nextRead()
    return written
  }

  const change = async (apply: (outbox: Outbox, seal: ActionSeal) => Promise<Outcome<unknown, unknown>>) =>
    (await write(apply, ({ ok }) => ok)).ok

  const isShown = ({ id }: OutboxEntry): boolean => view.get().content.entries.some((one) => one.id === id)
  /** Shows a stored action where the outbox cannot be read just now. */
  const show = (entry: OutboxEntry) => {
    const { content } = view.get()
    const actions = entry.action === null ? content.actions : [...content.actions, entry.action]
    view.set({ ...view.get(), content: { ...content, entries: [...content.entries, entry], actions } })
  }

  return {
    view,
    store: async (action, onStored) => {
      const entry = await write(
        (outbox, seal) => outbox.store(action, seal),
        (stored) => !isShown(stored),
        (stored) => {
          mirror.add(stored)
          onStored?.()
          deps.onStored()
        },
      )
      if (!isShown(entry)) show(entry)
    },
    correct: async (id, action, words) => {
      const isCorrected = await change((outbox, seal) => outbox.correct(id, action, words, seal))
      if (isCorrected) deps.onStored()
      return isCorrected
    },
    closeCorrected: async (id) => {
      await change((outbox, seal) => outbox.apply(id, { kind: 'corrected', at: deps.now(), words: null }, seal))
    },
    discard: (id, words) =>
      change((outbox, seal) => outbox.apply(id, { kind: 'discarded', at: deps.now(), words }, seal)),
    release: async (ids) => {
      await write(
        (outbox, seal) => outbox.release(ids, seal),
        (released) => released.some(({ ok }) => ok),
      )
      deps.onStored()
    },
    putAway: (id, reason) =>
      write(
        (outbox, seal) => outbox.putAway(id, reason, seal),
        (isPutAway) => isPutAway,
      ),
    wake,
    sendNow: () => {
      ignoresRetryDelay = true
      startPass()
      wake()
    },
    acknowledgeMissing: () => {
      const { missing } = view.get()
      const own = missing.filter(({ sub }) => sub === deps.sub())
      mirror.remove(new Set(own.map(({ id }) => id)))
      view.set({ ...view.get(), missing: missing.filter((one) => !own.includes(one)) })
    },
  }
}
