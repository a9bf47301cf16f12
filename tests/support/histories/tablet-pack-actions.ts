import type { NewAction } from '#offline/outbox'
import { dispenseStudyPacks, studyPackActionCalls } from '#contract/study-packs'
import { isFinalRefusal } from '#contract/final-refusal'
import { statusOf } from '../../../src/client/api/failure'
import { canReachServer } from '../../../src/client/device/offline/connection'
import { sendThroughOutbox } from '../../../src/client/device/outbox/send-through-outbox'
import type { CodeVerdict } from '../../../src/client/subjects/study-packs/dispense/code-check'
import { dispenseCallOf, dispenseWay } from '../../../src/client/subjects/study-packs/dispense/dispense-way'
import { CODE } from './base'
import type { Device } from './device'
import type { Tab } from './tab'
import { closesRefused, effectsOf, type OutboxAction } from './tablet-actions'
import type { Ward } from './ward'

/** A dispense that a person pressed: the participant whose pack the tablet showed it as, and the digits. */
export type DispenseAction = OutboxAction & { pack: number; participant: number; code: string }

/** A recall or removal of a pack, which is sent directly; `lost` where the page ended before an answer. */
export type DirectPackAction = {
  action: 'recall' | 'remove'
  key: string
  sub: string
  pack: number
  comment: string
  ends: 'done' | 'refused' | 'lost' | null
  effectsThen: number
}

/** A pack as a tablet shows it. */
export type ShownPack = { id: number; participant: number }

const WRONG_CODE = '777'

/** A person dispenses a pack, by the ways of the app's own screen. Null where nobody is signed in or nothing is stored. */
export const dispenseAtTablet = (ward: Ward, device: Device, tab: Tab, shown: ShownPack, count: number) => {
  const { chance, base, time } = ward
  const session = device.session()
  if (!session) return null
  const comment = `pack act ${count}`
  const code = chance.fraction('wrong digits') < 0.2 ? WRONG_CODE : CODE
  const isChecked = chance.fraction('digits checked') < 0.5
  const sent: DispenseAction = {
    id: chance.uuid('dispense'),
    device,
    sub: session.sub,
    comment,
    target: `pack ${shown.id}`,
    pack: shown.id,
    participant: shown.participant,
    code,
    result: null,
    effectsThen: 0,
  }
  const call = dispenseCallOf(base.trial_id, shown.id, {
    comment,
    code,
    performed_at: new Date(time.now()).toISOString(),
  })
  const verdict: CodeVerdict = isChecked ? (code === CODE ? 'right' : 'wrong') : 'not_checkable'
  const way = dispenseWay(verdict, canReachServer(tab.connection.get().state))
  if (way === 'report') void tab.call(dispenseStudyPacks, { parameters: call.parameters, body: call.body })
  if (way !== 'send') return null
  const action: NewAction = {
    id: sent.id,
    author: { sub: session.sub, name: session.person },
    trial: { id: base.trial_id, title: 'A trial' },
    label: comment,
    call,
  }
  const isLeft = chance.fraction('screen left') < 0.3
  const leftAt = time.now() + chance.between('screen left after', 0, 3000)
  const isAwaited = () => tab.isAlive() && !(isLeft && time.now() >= leftAt)
  const send = async () => {
    const result = await sendThroughOutbox({ outbox: tab.outbox, connection: tab.connection, isAwaited }, action)
    if (!tab.isAlive()) return
    sent.result = result.kind
    sent.effectsThen = effectsOf(ward, comment)
    if (result.kind === 'refused') judgeRefusal(ward, sent, result.refusal?.code)
    if (result.kind === 'refused') await closesRefused(ward, tab, isAwaited, action.id)
  }
  void send()
  return sent
}

/** Notes a refusal whose reason is not true. */
const judgeRefusal = (ward: Ward, { pack, code, comment }: DispenseAction, reason: string | undefined) => {
  const { packs } = ward.database.rows()
  const isWaiting = packs.get(pack)?.study_pack_status_id === 5
  if (reason === 'pack_status_conflict' && isWaiting)
    ward.defects.push(`${comment}: refused for its status, and pack ${pack} still waits`)
  if (reason === 'wrong_confirmation_code' && code === CODE)
    ward.defects.push(`${comment}: the right digits were called wrong`)
}

/** A person recalls or removes a pack in a form, which sends the same request until it is answered. */
export const actOnPackAtTablet = (ward: Ward, device: Device, tab: Tab, shown: ShownPack, count: number) => {
  const session = device.session()
  if (!session) return null
  const sent: DirectPackAction = {
    action: ward.chance.pick('pack action', ['recall', 'remove']),
    key: ward.chance.uuid('pack action'),
    sub: session.sub,
    pack: shown.id,
    comment: `pack act ${count}`,
    ends: null,
    effectsThen: 0,
  }
  void acts(ward, device, tab, sent)
  return sent
}

const acts = async (ward: Ward, device: Device, tab: Tab, sent: DirectPackAction): Promise<void> => {
  const { base, time, chance } = ward
  const { action, pack, comment, key, sub } = sent
  const parameters = { trial_id: String(base.trial_id) }
  const body = { study_pack_id: pack, comment }
  const seen = [{ study_pack_id: pack, study_pack_status_id: 5 }]
  const send = () =>
    action === 'recall'
      ? tab.call(studyPackActionCalls.recallStudyPacks, { parameters, body }, { idempotency_key: key })
      : tab.call(
          studyPackActionCalls.removeStudyPacks,
          { parameters, body: { ...body, seen } },
          { idempotency_key: key },
        )
  while (sent.ends === null) {
    if (!tab.isAlive()) sent.ends = 'lost'
    else if (device.session()?.sub === sub) {
      const outcome = await Promise.race([send(), tab.ended])
      sent.effectsThen = effectsOf(ward, comment)
      if (!outcome) sent.ends = 'lost'
      else if (outcome.ok) sent.ends = 'done'
      else {
        const { refusal } = outcome
        const code = refusal.kind === 'refused' ? refusal.problem.code : null
        if (isFinalRefusal(statusOf(refusal) ?? 0, code)) sent.ends = 'refused'
      }
    }
    if (sent.ends === null) await time.pause(chance.between('pause at the pack', 500, 8000))
  }
}
