import type { StoredAction } from '#contract/stored-action'
import type { Outcome } from '#domain/outcome'
import type { ActionSeal } from '#offline/action-seal'
import { createOutbox, type NewAction, type Outbox } from '#offline/outbox'
import type { OutboxContent, OutboxEntry } from '#offline/outbox-content'
import type { OutboxDatabase, OutboxLost, OutboxUnavailable } from '#offline/outbox-database'
import { nextDueAt } from '#offline/due-items'
import { sleep } from '#offline/answer-through-store'
import type { OneAtATime } from '#offline/one-at-a-time'
import { sendDue, type Sent } from '#offline/send-due'
import { createStore, type Store } from '../store'
import { missingFrom, type outboxMirror, type Remembered } from './outbox-mirror'
import type { OutboxSeals } from './outbox-seals'

/** The outbox of this device as screens show it. */
export type OutboxView = {
  /** Whether it was read, or cannot be: before that its content is unknown. */
  isLoaded: boolean
  content: OutboxContent
  /**
   * Actions that were stored here and cannot be found any more. Labels are in words for the signed-in person, and null
   * otherwise.
   */
  missing: readonly Remembered[]
  /** Why nothing can be stored here, or null. */
  unavailable: OutboxUnavailable | null
}

type Dependencies = {
  database_name: string
  mirror: ReturnType<typeof outboxMirror>
  sub: () => string | null
  seals: Pick<OutboxSeals, 'current' | 'obtain'>
  canSend: () => boolean
  send: (action: StoredAction) => Promise<Sent>
  forgetTrialIfWithdrawn: (trialId: number) => Promise<boolean>
  oneAtATime: (database: OutboxDatabase) => OneAtATime
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
  /** Gives an action up, with the reason; false where it may have reached the server already. */
  discard: (id: string, reason: string) => Promise<boolean>
  /** Releases actions of an earlier session to be sent in this one, as their author wishes. */
  release: (ids: readonly string[]) => Promise<void>
  /** Puts away an item whose author cannot be verified, with the reason; false where it was changed meanwhile. */
  putAway: (id: string, reason: string) => Promise<boolean>
  /** Reads the outbox again, as after another tab changed it, and sends due actions. */
  wake: () => void
  /** The same, without waiting for the next attempt of any action. */
  sendNow: () => void
  /** Records that the signed-in person has seen which of their own actions are missing. */
  acknowledgeMissing: () => void
}

/** The shortest interval at which screens follow a queue that is being sent, in milliseconds. */
const DRAWN_EVERY_MS = 250

/** When the next pass follows a failed one, if nothing wakes it before, in milliseconds. */
const AFTER_A_FAILED_PASS_MS = 5000

const NOTHING: OutboxContent = { entries: [], actions: [], legacy: [], unverified: [], unreadable: [] }
const EMPTY: OutboxView = { isLoaded: false, content: NOTHING, missing: [], unavailable: null }

/** Shown where nothing can be sealed, because this tablet has no key of the signed-in person yet. */
const NO_KEY = 'This tablet must reach the server once before it can save actions'

/** Creates the outbox of this device for its pages: reads it, stores actions, and sends them. */
export const createDeviceOutbox = (deps: Dependencies): DeviceOutbox => {
  const view = createStore<OutboxView>(EMPTY)
  let timer: ReturnType<typeof setTimeout> | undefined
  const open = async () => {
    // Loaded on first use, since a first visit does not need the database library.
    const { openOutboxDatabase } = await import('#offline/outbox-database')
    const outcome = await openOutboxDatabase(deps.database_name, onLost)
    view.set({
      ...view.get(),
      isLoaded: view.get().isLoaded || !outcome.ok,
      unavailable: outcome.ok ? null : outcome.refusal,
    })
    if (outcome.ok) return { outbox: createOutbox(outcome.value, deps.now), database: outcome.value }
    // The next use tries again: iPads fail here once, and then succeed.
    if (outcome.refusal.why === 'not_kept') opened = null
    return null
  }
  type Opened = ReturnType<typeof open>
  let opened: Opened | null = null
  /** Opened at the first use, and at the next one after the browser closed it; never by itself, which might not end. */
  const current = (): Opened =>
    (opened ??= open().catch((error: unknown) => {
      opened = null
      throw error
    }))
  const onLost = (why: OutboxLost) => {
    if (why === 'closed') {
      opened = null
      return
    }
    opened = Promise.resolve(null)
    view.set({ ...view.get(), unavailable: { why: 'newer', words: 'The outbox was closed. Reload this page' } })
  }

  const outboxOrThrow = async (): Promise<Outbox> => {
    const open = await current()
    if (open === null) throw new Error(view.get().unavailable?.words ?? 'This device has no outbox')
    return open.outbox
  }

  const sealOrThrow = async (): Promise<ActionSeal> => {
    const seal = await deps.seals.obtain()
    if (seal === null) throw new Error(NO_KEY)
    return seal
  }

  /** Actions that were stored here since the outbox was last read. */
  const unseen = new Map<string, OutboxEntry>()
  const withUnseen = (content: OutboxContent): OutboxContent => {
    const added = [...unseen.values()].filter(({ id }) => !content.entries.some((one) => one.id === id))
    const actions = added.flatMap(({ action }) => (action === null ? [] : [action]))
    return { ...content, entries: [...content.entries, ...added], actions: [...content.actions, ...actions] }
  }
  /** Shows and remembers just stored actions, also where the outbox cannot be read. */
  const showUnseen = () => {
    if (unseen.size === 0) return
    deps.mirror.add([...unseen.values()])
    view.set({ ...view.get(), content: withUnseen(view.get().content) })
  }

  const refreshView = async (): Promise<void> => {
    const open = await current()
    if (open === null) return
    const seal = await deps.seals.current()
    const remembered = deps.mirror.read()
    const findable = [...unseen.keys()]
    const read = await open.outbox.read(seal)
    for (const id of findable) unseen.delete(id)
    const content = withUnseen(read)
    const missing = missingFrom(remembered, content)
    deps.mirror.remember(content.entries, missing)
    const named = await Promise.all(
      missing.map(async (one) => ({ ...one, label: seal === null ? null : await seal.openLabel(one) })),
    )
    view.set({ isLoaded: true, content, missing: named, unavailable: view.get().unavailable })
    if (seal !== null) wakeWhenDue(content, seal)
  }

  const wakeWhenDue = ({ entries }: OutboxContent, { sub, session }: ActionSeal) => {
    clearTimeout(timer)
    const due = nextDueAt(entries, { sub, session, now: deps.now() })
    if (due !== null && due > deps.now()) timer = setTimeout(wake, due - deps.now())
  }

  const pass = async (): Promise<void> => {
    const open = await current()
    if (open === null) return
    const { outbox, database } = open
    // First, so that the mirror sees the action as done before its receipt is deleted; else it would be reported missing.
    await refreshView()
    if (await outbox.forgetReceipts(await deps.seals.current())) await refreshView()
    if (!deps.canSend() || deps.sub() === null || (await deps.seals.obtain()) === null) return
    const ignoresRetryDelay = retryImmediately
    retryImmediately = false
    await deps.oneAtATime(database)(() =>
      sendDue({ ...deps, fetchSeal: deps.seals.current, outbox, ignoresRetryDelay, onChange: refreshViewSoon }),
    )
    await refreshView()
  }

  /** Errors are only reported: a stored action stays stored, whether or not the view can be refreshed. */
  const refreshViewSafely = () =>
    refreshView().catch((error: unknown) => {
      showUnseen()
      deps.report(error)
    })

  /** Refreshes once after several changes; a long queue is not rendered again for each of its items. */
  const refreshViewSoon = coalesced(async () => {
    await refreshView()
    await sleep(DRAWN_EVERY_MS)
  }, deps.report)

  const wake = coalesced(
    () =>
      pass().catch((error: unknown) => {
        // Items that the pass left as `sending` have no due time of their own.
        clearTimeout(timer)
        timer = setTimeout(wake, AFTER_A_FAILED_PASS_MS)
        throw error
      }),
    deps.report,
  )
  let retryImmediately = false

  const afterwards = async <T>(work: Promise<T>, onDone?: (done: T) => void): Promise<T> => {
    const done = await work
    onDone?.(done)
    await refreshViewSafely()
    wake()
    return done
  }

  const withSeal = async <T>(work: (outbox: Outbox, seal: ActionSeal) => Promise<T>): Promise<T> =>
    work(await outboxOrThrow(), await sealOrThrow())

  const applyChange = async (apply: (outbox: Outbox, seal: ActionSeal) => Promise<Outcome<unknown, unknown>>) =>
    (await afterwards(withSeal(apply))).ok

  return {
    view,
    store: async (action, onStored) => {
      const work = withSeal((outbox, seal) => outbox.store(action, seal))
      await afterwards(work, (entry) => {
        unseen.set(entry.id, entry)
        onStored?.()
        deps.onStored()
      })
    },
    correct: async (id, action, words) => {
      const isCorrected = await applyChange((outbox, seal) => outbox.correct(id, action, words, seal))
      if (isCorrected) deps.onStored()
      return isCorrected
    },
    closeCorrected: async (id) => {
      await applyChange((outbox, seal) => outbox.apply(id, { kind: 'corrected', at: deps.now(), words: null }, seal))
    },
    discard: (id, words) =>
      applyChange((outbox, seal) => outbox.apply(id, { kind: 'discarded', at: deps.now(), words }, seal)),
    release: async (ids) => {
      await afterwards(withSeal((outbox, seal) => outbox.release(ids, seal)))
      deps.onStored()
    },
    putAway: (id, reason) => afterwards(withSeal((outbox, seal) => outbox.putAway(id, reason, seal))),
    wake,
    sendNow: () => {
      retryImmediately = true
      wake()
    },
    acknowledgeMissing: () => {
      const missing = view.get().missing.filter(({ sub }) => sub !== deps.sub())
      // Labels are in words here; those of others are remembered sealed.
      const left = deps.mirror.read().filter(({ id }) => missing.some((one) => one.id === id))
      deps.mirror.remember(view.get().content.entries, left)
      view.set({ ...view.get(), missing })
    },
  }
}

/** Runs work one at a time. A call during a run causes one more run afterwards, also after a failure. */
const coalesced = (work: () => Promise<void>, report: Dependencies['report']): (() => void) => {
  let isRunning = false
  let isDueAgain = false
  const run = async () => {
    isRunning = true
    do {
      isDueAgain = false
      await work().catch(report)
    } while (isDueAgain)
    isRunning = false
  }
  return () => {
    isDueAgain = true
    if (!isRunning) void run()
  }
}
