import { ERRORS } from '#contract/errors'
import { SAVED_HERE } from '../../../src/client/safety-words'
import { CODE } from '../dispensing'
import { act } from '../study-packs'
import { atTheShelf, handsOut, losesTheServer } from './ground'
import { ONE_DISPENSED, type Scenario } from './scenario'

export const PACK_ELSEWHERE: Scenario = {
  name: 'dispensed elsewhere',
  given: 'a pack that was dispensed without the server',
  when: 'it turns out to have been dispensed elsewhere meanwhile',
  outcome: 'the server refuses it, and a person decides; it is not dispensed twice',
  walk: async (ground) => {
    const { portal, device } = ground
    const { trial, pack, pharmacist: before, counted } = await atTheShelf(ground)
    await losesTheServer(ground, before)
    await handsOut(before, pack)
    await before.sees(SAVED_HERE)
    await device.switchOff()
    await portal.front.comeBack()
    await act(trial, trial.people.coordinator, 'dispense', { study_pack_id: pack.id, confirmation_code: CODE })
    const pharmacist = await device.switchOn()
    pharmacist.expectsError(/status of 409/)
    await pharmacist.opens('/outbox')
    await pharmacist.sees(/refused: /)
    await pharmacist.sees(ERRORS.pack_status_conflict.message)
    await pharmacist.presses(`Discard: Dispense pack ${pack.pack_id} to participant 1`)
    await pharmacist.fills('Reason', 'Given by somebody else')
    await pharmacist.presses('Discard this action')
    await pharmacist.sees('Nothing is waiting')
    return { reported: ONE_DISPENSED, counted: await counted() }
  },
}
