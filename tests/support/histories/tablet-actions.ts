import { randomiseParticipant, settleRandomisation } from '#contract/participants'
import type { NewAction } from '#offline/outbox'
import { statusOf } from '../../../src/client/api/failure'
import { sendThroughOutbox, type OutboxResult } from '../../../src/client/device/outbox/send-through-outbox'
import {
  asksAgainIn,
  attemptAfter,
  attemptToCheck,
  attemptToConfirm,
  type Attempt,
} from '../../../src/client/subjects/participants/randomise/randomise-attempt'
import type { Device } from './device'
import type { Tab } from './tab'
import type { Ward } from './ward'

/** An action that went through the outbox, with the result on its person's screen; null if their page ended before. */
export type OutboxAction = {
  id: string
  device: Device
  sub: string
  comment: string
  /** The record that it is about, such as `participant 1`. */
  target: string
  result: OutboxResult['kind'] | null
  /** The number of its effects at the server when the result was shown. */
  effectsThen: number
}

/** An attempt to randomise, with its final state. */
export type RandomiseAction = { key: string; device: Device; sub: string; ends: Attempt | null }

export const effectsOf = ({ database }: Ward, comment: string): number => {
  const { flags, packLogs } = database.rows()
  return [...flags.values(), ...packLogs.values()].filter((one) => one.comment === comment).length
}

/** When a refusal is on the screen, in milliseconds: its dialog then closes the action in the outbox. */
const DRAWN_AFTER = 33

/** A person at a tablet sets or lifts a flag, through the app's own code. */
export const flagAtTablet = (ward: Ward, device: Device, tab: Tab, count: number): OutboxAction | null => {
  const { chance, base, time } = ward
  const session = device.session()
  if (!session) return null
  const participant = chance.between('participant', 1, 2)
  const sent: OutboxAction = {
    id: chance.uuid('action'),
    device,
    sub: session.sub,
    comment: `act ${count}`,
    target: `participant ${participant}`,
    result: null,
    effectsThen: 0,
  }
  const action: NewAction = {
    id: sent.id,
    author: { sub: session.sub, name: session.person },
    trial: { id: base.trial_id, title: 'A trial' },
    label: sent.comment,
    call: {
      kind: 'flag',
      parameters: { trial_id: String(base.trial_id), participant_id: String(participant) },
      body: {
        comment: sent.comment,
        flag_status: chance.pick('wanted', ['Flagged', 'Unflagged']),
        performed_at: new Date(time.now()).toISOString(),
      },
    },
  }
  const isLeft = chance.fraction('dialog left') < 0.3
  const leftAt = time.now() + chance.between('dialog left after', 0, 3000)
  const isAwaited = () => tab.isAlive() && !(isLeft && time.now() >= leftAt)
  const send = async () => {
    const { kind } = await sendThroughOutbox({ outbox: tab.outbox, connection: tab.connection, isAwaited }, action)
    if (!tab.isAlive()) return
    sent.result = kind
    sent.effectsThen = effectsOf(ward, sent.comment)
    if (kind === 'refused') await closesRefused(ward, tab, isAwaited, action.id)
  }
  void send()
  return sent
}

/** Closes a refused action once its dialog has shown the refusal. */
export const closesRefused = async ({ time }: Ward, tab: Tab, isAwaited: () => boolean, id: string) => {
  await time.pause(DRAWN_AFTER)
  if (isAwaited()) await tab.outbox.closeCorrected(id)
}

/** The longest time before a person presses again, in milliseconds. */
const PATIENCE = 8000

/** A person randomises and continues until they know the outcome, even if the page ends meanwhile. */
export const randomiseAtTablet = (ward: Ward, device: Device): RandomiseAction | null => {
  const session = device.session()
  if (!session) return null
  const sent: RandomiseAction = { key: ward.chance.uuid('wizard'), device, sub: session.sub, ends: null }
  void randomises(ward, sent)
  return sent
}

const randomises = async ({ base, time, chance }: Ward, sent: RandomiseAction): Promise<void> => {
  const { key, device, sub } = sent
  const parameters = { trial_id: String(base.trial_id) }
  let attempt: Attempt = attemptToConfirm
  let last: Tab | null = null
  const pause = () => time.pause(chance.between('pause at the wizard', 500, PATIENCE))
  for (;;) {
    const [tab] = device.tabs()
    if (!tab || device.session()?.sub !== sub) {
      await pause()
      continue
    }
    // A reloaded page only has the key.
    if (last !== null && last !== tab) attempt = attemptToCheck
    last = tab
    if (attempt.phase === 'confirm') {
      attempt = attemptAfter(attempt, { type: 'pressed' })
      const body = { site_id: base.site_id, participant_id: null }
      const request = tab.call(randomiseParticipant, { parameters, body }, { idempotency_key: key })
      const outcome = await Promise.race([request, tab.ended])
      if (!outcome) attempt = attemptToCheck
      else if (outcome.ok) attempt = attemptAfter(attempt, { type: 'answered', participants: outcome.value.data })
      else attempt = attemptAfter(attempt, { type: 'failed', failure: outcome.refusal })
      if (attempt.phase === 'confirm') await pause()
    } else if (attempt.phase === 'checking') {
      const request = tab.call(settleRandomisation, { parameters, body: { idempotency_key: key } })
      const outcome = await Promise.race([request, tab.ended])
      if (!outcome) attempt = attemptToCheck
      else if (outcome.ok) attempt = attemptAfter(attempt, { type: 'settled', outcome: outcome.value })
      else attempt = attemptAfter(attempt, { type: 'unsettled', failure: outcome.refusal })
    } else if (attempt.phase === 'unknown') {
      await time.pause(asksAgainIn(attempt.checks))
      attempt = attemptAfter(attempt, { type: 'asked_again' })
    } else if (attempt.phase === 'outcome_refused' && statusOf(attempt.refusal) === 401) {
      await pause()
      attempt = attemptAfter(attempt, { type: 'asked_again' })
    } else {
      sent.ends = attempt
      return
    }
  }
}
