import type { StoredAction, StoredRefusal } from '#contract/stored-action'
import type { ActionSeal } from './action-seal'
import type { Outbox } from './outbox'
import { dueItems } from './due-items'
import type { OutboxEvent } from './outbox-item'

/** What came of sending one action: the server's word, or why there is none. */
export type Sent =
  | { kind: 'accepted' }
  | { kind: 'unanswered'; words: string; retry_after_ms: number | null }
  | { kind: 'signed_out' }
  /** `isWithheld`: as if the person had no business there, or there were nothing. */
  | { kind: 'refused'; words: string; refusal?: StoredRefusal; isWithheld?: true }

/** What a pass works with. */
export type SendDependencies = {
  outbox: Outbox
  /** Who is signed in, or null. Asked again before each action: whoever signs out stops the pass. */
  sub: () => string | null
  /** The seal of whoever is signed in, or null. What a pass began with it also ends with, so that an answer after a sign-out is not lost. */
  fetchSeal: () => Promise<ActionSeal | null>
  /** Sends an action under its id as the key; never rejects. */
  send: (action: StoredAction) => Promise<Sent>
  /** Asks whether a trial is no longer the person's; whatever is kept of it is gone then. */
  forgetTrialIfWithdrawn: (trialId: number) => Promise<boolean>
  /** Whether what waits to be sent again goes at once, as a person wishes. */
  ignoresRetryDelay: boolean
  now: () => number
  /** From 0 to 1. */
  chance: () => number
  /** Told after each change, so that what is shown follows. */
  onChange: () => void
}

/** How many are under way at once, each on targets of its own. */
const AT_ONCE = 4

/**
 * One pass over the outbox: sends what is due to the person who is signed in, first in first out for each target, and ends when
 * nothing more is due, nobody is there to answer, or the session is over. Only one pass may run on a device at a time: an
 * action found as being sent is taken for abandoned and goes again, under its key.
 */
export const sendDue = async (dependencies: SendDependencies): Promise<void> => {
  const first = await dependencies.fetchSeal()
  if (first !== null) await resumeAbandoned(dependencies, first)
  for (;;) {
    const seal = await dependencies.fetchSeal()
    if (seal === null || dependencies.sub() !== seal.sub) return
    await resumeHeld(dependencies, seal)
    const { entries } = await dependencies.outbox.read(seal)
    const { sub, session } = seal
    const now = dependencies.ignoresRetryDelay ? Infinity : dependencies.now()
    const due = dueItems(entries, { sub, session, now }).slice(0, AT_ONCE)
    if (due.length === 0) return
    const marked = await markAsSending(dependencies, due, seal)
    // Each comes to its end before the pass does, or the next pass would take one that is under way for abandoned.
    const ended = await Promise.allSettled(marked.map((sending) => sendOne(dependencies, seal, sending)))
    const results = ended.map((one) => {
      if (one.status === 'rejected') throw one.reason
      return one.value
    })
    // What one action met, the next would meet too: the network or the session, not the action.
    if (results.some((kind) => kind === 'unanswered' || kind === 'signed_out' || kind === 'not_sent')) return
  }
}

/** Marks actions as being sent, in the order in which they were done and before any is: an answer to one may withdraw the others. */
const markAsSending = async (dependencies: SendDependencies, due: readonly StoredAction[], seal: ActionSeal) => {
  const marked: (StoredAction | null)[] = []
  for (const { id } of due)
    marked.push(await applyEvent(dependencies, seal, id, { kind: 'sent', at: dependencies.now() }))
  return marked
}

const sendOne = async (
  dependencies: SendDependencies,
  seal: ActionSeal,
  sending: StoredAction | null,
): Promise<Sent['kind'] | 'not_sent'> => {
  if (sending === null || dependencies.sub() !== seal.sub) return 'not_sent'
  const sent = await dependencies.send(sending)
  await applyEvent(dependencies, seal, sending.id, eventOf(dependencies, sent))
  if (sent.kind === 'refused' && sent.isWithheld) await withdrawIfGone(dependencies, seal, sending, sent.words)
  return sent.kind
}

/** What the server withholds may mean that the whole trial is gone: then its other actions need not be refused one by one. */
const withdrawIfGone = async (
  dependencies: SendDependencies,
  seal: ActionSeal,
  { trial }: StoredAction,
  words: string,
): Promise<void> => {
  if (!(await dependencies.forgetTrialIfWithdrawn(trial.id))) return
  await dependencies.outbox.withdraw(trial.id, words, seal)
  dependencies.onChange()
}

const eventOf = ({ now, chance }: SendDependencies, sent: Sent): OutboxEvent => {
  const at = now()
  return sent.kind === 'unanswered' ? { ...sent, at, chance: chance() } : { ...sent, at }
}

const applyEvent = async (
  dependencies: SendDependencies,
  seal: ActionSeal,
  id: string,
  event: OutboxEvent,
): Promise<StoredAction | null> => {
  const after = await dependencies.outbox.apply(id, event, seal)
  dependencies.onChange()
  return after.ok ? after.value : null
}

/** Whoever was sending these is gone: a closed page, a killed browser. Another person's wait for that person, who alone can seal them. */
const resumeAbandoned = async (dependencies: SendDependencies, seal: ActionSeal): Promise<void> => {
  const { actions } = await dependencies.outbox.read(seal)
  for (const { id, state } of actions) {
    if (state === 'sending') await applyEvent(dependencies, seal, id, { kind: 'abandoned', at: dependencies.now() })
  }
}

/** The author is back. */
const resumeHeld = async (dependencies: SendDependencies, seal: ActionSeal): Promise<void> => {
  const { actions } = await dependencies.outbox.read(seal)
  for (const { id, state } of actions) {
    if (state === 'held') await applyEvent(dependencies, seal, id, { kind: 'signed_in', at: dependencies.now() })
  }
}
