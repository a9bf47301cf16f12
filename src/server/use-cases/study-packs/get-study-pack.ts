import { refusal } from '#contract/errors'
import type { getStudyPack as endpoint } from '#contract/study-packs'
import { accepted, refused } from '#domain/outcome'
import { packNotFound } from '#domain/study-packs/study-pack'
import { inSnapshot } from '../../ground/db/snapshot'
import { findPackRules } from '../../ground/db/study-packs'
import type { ReadHandler } from '../call/call'
import { shownStudyPacks } from './shown-study-packs'

/** One study pack with all its events; 404 for a pack that the viewer does not reach. */
export const getStudyPack: ReadHandler<typeof endpoint> = ({ context, actor, view, parameters }) =>
  inSnapshot(context.database, async (snapshot) => {
    const { trial_id, study_pack_id } = parameters
    const trial = await findPackRules(snapshot, trial_id)
    if (!trial) return refused(refusal('not_found'))
    const viewer = { context, actor, view, trial }
    const [pack] = await shownStudyPacks(snapshot, viewer, { ids: [study_pack_id], with_logs: true })
    return pack ? accepted(pack) : refused(refusal('not_found', { message: packNotFound(study_pack_id) }))
  })
