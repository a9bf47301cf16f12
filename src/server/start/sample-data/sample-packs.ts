import { studyPackStatusId } from '#domain/study-packs/study-pack'
import type { NewStudyPack } from '../../ground/db/sample-data'
import type { WholeTrial } from '../../ground/db/trials'
import { randomDigits, shuffled } from '../../ground/random-order'
import type { SamplePackBatch } from './sample-trial'

/**
 * The packs of a trial's batches, numbered in random order, so that neither the id nor the position reveals a pack's
 * group.
 */
export const samplePacks = (
  trial: WholeTrial,
  batches: readonly SamplePackBatch[],
  randomBytes: (length: number) => Uint8Array,
): NewStudyPack[] =>
  batches.flatMap(({ prefix, batch_id, packs_each, status, duration, expire_on, sites }) => {
    const supplied = trial.sites.filter(({ title }) => sites?.includes(title) ?? true)
    const packsInOrder = supplied.flatMap((site) =>
      trial.study_groups.flatMap((group) =>
        Array.from({ length: packs_each }, () => ({ site_id: site.id, study_group_id: group.id })),
      ),
    )
    return shuffled(packsInOrder, randomBytes).map((pack, index) => ({
      ...pack,
      trial_id: trial.id,
      pack_id: `${prefix}-${FIRST_NUMBER + index}`,
      batch_id,
      study_pack_status_id: studyPackStatusId(status),
      duration,
      expire_on,
      confirmation_code: trial.is_confirmable ? randomDigits(CODE_DIGITS, randomBytes) : null,
    }))
  })

const FIRST_NUMBER = 10_001
const CODE_DIGITS = 3
