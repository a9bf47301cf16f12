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

/** What the pages know of the outbox of this device. */
export type OutboxView = {
  /** Whether it has been looked at yet, or cannot be: before that nobody knows what is in it. */
  isLoaded: boolean
  content: OutboxContent
  /** Actions that were stored here and can be found no more; the labels are in words for whoever is signed in, and null otherwise. */
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
  /** Told that something was stored, which wants to be sent. */
  onStored: () => void
  /** Told of what went wrong with the outbox itself while nobody waited for it. */
  report: (error: unknown) => void
}

export type DeviceOutbox = {
  view: Store<OutboxView>
  /** Stores an action on this device; rejects where it cannot, and then nothing is saved. `onStored` is told first of all; sending begins at once. */
  store: (action: NewAction, onStored?: () => void) => Promise<void>
  /** Puts a new action in the place of one that was refused; `words` say what of it the new one leaves out. */
  correct: (id: string, action: NewAction, words: string | null) => Promise<boolean>
  /** Closes an action that was refused while its own dialog still stands there to be put right. */
  closeCorrected: (id: string) => Promise<void>
  /** Gives an action up, with the reason; false where it may have reached the server already. */
  discard: (id: string, reason: string) => Promise<boolean>
  /** Has actions of an earlier session sent in this one, as their author wishes. */
  release: (ids: readonly string[]) => Promise<void>
  /** Puts away what nobody can prove to be the person's, with the reason; false where it was changed meanwhile. */
  putAway: (id: string, reason: string) => Promise<boolean>
  /** Looks again at what is stored, as after another tab changed it, and sends what is due. */
  wake: () => void
  /** The same, and what waits for its next attempt is tried now. */
  sendNow: () => void
  /** The person who is signed in has read which of their own actions are missing. */
  acknowledgeMissing: () => void
}

/** How often what is shown follows a queue that is being sent, at most, in milliseconds. */
const DRAWN_EVERY_MS = 250

/** How long after a pass that failed the next one is made, if nothing wakes it before, in milliseconds. */
const AFTER_A_FAILED_PASS_MS = 5000

const NOTHING: OutboxContent = { entries: [], actions: [], legacy: [], unverified: [], unreadable: [] }
const EMPTY: OutboxView = { isLoaded: false, content: NOTHING, missing: [], unavailable: null }

/** Said where nothing can be sealed: the key of whoever is signed in has not been received yet. */
const NO_KEY = 'This tablet must reach the server once before it can save actions'

/** The outbox of this device, as the pages use it: what is in it, what goes into it, and the sending of it. */
export const createDeviceOutbox = (deps: Dependencies): DeviceOutbox => {
  const view = createStore<OutboxView>(EMPTY)
  let timer: ReturnType<typeof setTimeout> | undefined
  const open = async () => {
    // The library of the database is no part of what a first visit waits for.
    const { openOutboxDatabase } = await import('#offline/outbox-database')
    const outcome = await openOutboxDatabase(deps.database_name, onLost)
    view.set({
      ...view.get(),
      isLoaded: view.get().isLoaded || !outcome.ok,
      unavailable: outcome.ok ? null : outcome.refusal,
    })
    if (outcome.ok) return { outbox: createOutbox(outcome.value, deps.now), database: outcome.value }
    // It may be possible at the next use: iPads fail so once, and then no more.
    if (outcome.refusal.why === 'not_kept') opened = null
    return null
  }
  type Opened = ReturnType<typeof open>
  let opened: Opened | null = null
  /** Opened at the first use, and again at the next one after the browser closed it: never by itself, which could go on for ever. */
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

  /** What was stored here and no look at the outbox has had the chance to find since. */
  const unseen = new Map<string, OutboxEntry>()
  const withUnseen = (content: OutboxContent): OutboxContent => {
    const added = [...unseen.values()].filter(({ id }) => !content.entries.some((one) => one.id === id))
    const actions = added.flatMap(({ action }) => (action === null ? [] : [action]))
    return { ...content, entries: [...content.entries, ...added], actions: [...content.actions, ...actions] }
  }
  /** Where the outbox cannot be looked at, what has just been stored in it is shown and remembered all the same. */
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
    // What the account beside the outbox takes for waiting is found done before its receipt goes: else it would be missed.
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

  /** What was stored stays stored, whether or not it can be looked at just now. */
  const refreshViewSafely = () =>
    refreshView().catch((error: unknown) => {
      showUnseen()
      deps.report(error)
    })

  /** Once more after the last of what changes together, however much that is; a long queue is not drawn again for each of its items. */
  const refreshViewSoon = coalesced(async () => {
    await refreshView()
    await sleep(DRAWN_EVERY_MS)
  }, deps.report)

  const wake = coalesced(
    () =>
      pass().catch((error: unknown) => {
        // What it left as being sent has no time of its own at which it is due.
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
      // Its labels are in words here: what is remembered of others has them sealed.
      const left = deps.mirror.read().filter(({ id }) => missing.some((one) => one.id === id))
      deps.mirror.remember(view.get().content.entries, left)
      view.set({ ...view.get(), missing })
    },
  }
}

/** Runs work once at a time; asked while it runs, it runs once more afterwards, also where it fails. */
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
