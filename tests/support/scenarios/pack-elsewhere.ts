import { ERRORS } from '#contract/errors'
import { studyPackStatusId } from '#domain/study-pack'
import { alter } from '../dispensing'
import { SAVED_HERE } from '../ward'
import { atTheShelf, handsOut, losesTheServer } from './ground'
import type { Scenario } from './scenario'

export const PACK_ELSEWHERE: Scenario = {
  name: 'dispensed elsewhere',
  given: 'a pack that was handed out without the server',
  when: 'it turns out to have been dispensed elsewhere meanwhile',
  outcome: 'the server refuses it, and a person decides; it is not dispensed twice',
  walk: async (ground) => {
    const { pack, pharmacist, found } = await atTheShelf(ground)
    await losesTheServer(ground, pharmacist)
    await handsOut(pharmacist, pack)
    await pharmacist.sees(SAVED_HERE)
    await alter(ground.portal, pack.id, { study_pack_status_id: studyPackStatusId('dispensed') })
    pharmacist.allowsError(/status of 409/)
    await ground.portal.front.comeBack()
    await pharmacist.opens('/outbox')
    await pharmacist.sees(/refused: /)
    await pharmacist.sees(ERRORS.pack_status_conflict.message)
    await pharmacist.presses('Discard…')
    await pharmacist.fills('Reason', 'Given by somebody else')
    await pharmacist.presses('Discard this action')
    await pharmacist.sees('Nothing is waiting')
    return { told: {}, found: await found() }
  },
}
