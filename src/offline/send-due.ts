import type { StoredAction, StoredRefusal } from '#contract/stored-action'
import type { ActionSeal } from './action-seal'
import type { Outbox } from './outbox'
import type { OutboxEvent, OutboxState } from './outbox-item'

/** The outcome of sending one action: the server's answer, or why there is none; `isFirewall`: the answer was a firewall's page. */
export type Sent =
  | { kind: 'accepted' }
  | { kind: 'unanswered'; words: string; retry_after_ms: number | null; isFirewall?: true }
  | { kind: 'signed_out' }
  /** `isWithheld`: 403 or 404, as if the person had no access or there were nothing. */
  | { kind: 'refused'; words: string; refusal?: StoredRefusal; isWithheld?: true }

/** The dependencies of a pass. */
export type SendDependencies = {
  outbox: Outbox
  /** The signed-in person, or null. Read again before each action, so that a sign-out stops the pass. */
  sub: () => string | null
  /**
   * The seal of the signed-in person, or null. Each answer is sealed with the seal of its request, so that an answer after a
   * sign-out is not lost.
   */
  fetchSeal: () => Promise<ActionSeal | null>
  /** Sends an action under its id as the key; never rejects. */
  send: (action: StoredAction) => Promise<Sent>
  /** Returns whether the person has lost a trial, and then deletes its stored data. */
  deleteTrialIfWithdrawn: (trialId: number) => Promise<boolean>
  /** Whether retries are sent at once, as a person asked. */
  ignoresRetryDelay: boolean
  now: () => number
  /** From 0 to 1. */
  chance: () => number
}

/** How many actions are sent at once, each on targets of its own. */
const AT_ONCE = 4

/**
 * One pass over the outbox: sends the signed-in person's due actions, first in first out for each target. It ends when nothing
 * more is due, the server does not answer, or the session is over. Only one pass may run on a device: an action found as
 * `sending` counts as abandoned and is sent again under its key.
 */
export const sendDue = async (dependencies: SendDependencies): Promise<void> => {
  /** What this pass finds as `sending` before it has sent anything itself, a page that is gone has left behind. */
  let hasSent = false
  for (;;) {
    const seal = await dependencies.fetchSeal()
    if (seal === null || dependencies.sub() !== seal.sub) return
    if (await resume(dependencies, seal, hasSent)) continue
    const { sub, session } = seal
    const now = dependencies.ignoresRetryDelay ? Infinity : dependencies.now()
    const due = await dependencies.outbox.readDue({ sub, session, now }, AT_ONCE, seal)
    if (due.length === 0) return
    hasSent = true
    const marked = await markAsSending(dependencies, due, seal)
    // All settle before the pass ends, or the next pass would take one of them for abandoned.
    const ended = await Promise.allSettled(marked.map((sending) => sendOne(dependencies, seal, sending)))
    const results = ended.map((one) => {
      if (one.status === 'rejected') throw one.reason
      return one.value
    })
    // An unanswered or signed-out send says something of the network or the session, so the next action would meet the same.
    if (results.some((kind) => kind === 'unanswered' || kind === 'signed_out' || kind === 'not_sent')) return
  }
}

/**
 * Marks actions as sending, in the order in which they were done and before any is sent: an answer to one may withdraw the
 * others.
 */
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
  if (sent.kind === 'refused' && sent.isWithheld) await withdrawIfTrialLost(dependencies, seal, sending, sent.words)
  return sent.kind
}

/**
 * After a 403 or 404 the whole trial may be lost: then its other actions are withdrawn together, not refused one by one. Only
 * their author's session can tell: another person may have signed in while the answer was awaited.
 */
const withdrawIfTrialLost = async (
  dependencies: SendDependencies,
  seal: ActionSeal,
  { trial }: StoredAction,
  words: string,
): Promise<void> => {
  if (dependencies.sub() !== seal.sub || !(await dependencies.deleteTrialIfWithdrawn(trial.id))) return
  await dependencies.outbox.withdraw(trial.id, words, seal)
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
  return after.ok ? after.value : null
}

/**
 * Marks the person's own actions as waiting again: the abandoned ones of a closed page or killed browser, and those that were
 * held until their author signed in. Returns whether there were any. Other people's wait for their author, who alone can seal
 * them.
 */
const resume = async (dependencies: SendDependencies, seal: ActionSeal, hasSent: boolean): Promise<boolean> => {
  const { actions } = await dependencies.outbox.readIn(['held', 'sending'], seal)
  let isResumed = false
  for (const { id, state } of actions) {
    const kind = resumedBy(state, hasSent)
    if (kind === null) continue
    const resumed = await applyEvent(dependencies, seal, id, { kind, at: dependencies.now() })
    isResumed ||= resumed !== null
  }
  return isResumed
}

const resumedBy = (state: OutboxState, hasSent: boolean): 'abandoned' | 'signed_in' | null => {
  if (state === 'held') return 'signed_in'
  return state === 'sending' && !hasSent ? 'abandoned' : null
}
