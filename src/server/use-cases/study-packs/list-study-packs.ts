import { refusal } from '#contract/errors'
import type { listStudyPacks as endpoint, StudyPack } from '#contract/study-packs'
import { accepted, refused } from '#domain/outcome'
import { inSnapshot } from '../../ground/db/snapshot'
import { findPackRules } from '../../ground/db/study-packs'
import type { ReadHandler } from '../call/call'
import { shownStudyPacks } from './shown-study-packs'

/** Every study pack that the viewer reaches, by batch, all of one moment. */
export const listStudyPacks: ReadHandler<typeof endpoint> = ({ context, actor, view, parameters, query }) =>
  inSnapshot(context.database, async (snapshot) => {
    const trial = await findPackRules(snapshot, parameters.trial_id)
    if (!trial) return refused(refusal('not_found'))
    const viewer = { context, actor, view, trial }
    return accepted({
      data: byBatch(await shownStudyPacks(snapshot, viewer, { ids: 'all', with_logs: query.logs === 'true' })),
    })
  })

/** Packs in the order of their batches, by batch. */
const byBatch = (packs: readonly StudyPack[]): { batch_id: string; study_packs: StudyPack[] }[] => {
  const batches: { batch_id: string; study_packs: StudyPack[] }[] = []
  for (const pack of packs) {
    const last = batches.at(-1)
    if (last?.batch_id === pack.batch_id) last.study_packs.push(pack)
    else batches.push({ batch_id: pack.batch_id, study_packs: [pack] })
  }
  return batches
}
