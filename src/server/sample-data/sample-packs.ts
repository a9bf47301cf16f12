import { studyPackStatusId } from '#domain/study-pack'
import type { NewStudyPack } from '../db/sample-data'
import type { WholeTrial } from '../db/trials'
import type { SamplePackBatch } from './sample-trial'

/** The packs of a trial's batches, numbered in random order, so that neither its id nor its place tells a pack's group. */
export const samplePacks = (
  trial: WholeTrial,
  batches: readonly SamplePackBatch[],
  randomBytes: (length: number) => Uint8Array,
): NewStudyPack[] =>
  batches.flatMap(({ prefix, batch_id, packs_each, status, duration, expire_on }) => {
    const places = trial.sites.flatMap((site) =>
      trial.study_groups.flatMap((group) =>
        Array.from({ length: packs_each }, () => ({ site_id: site.id, study_group_id: group.id })),
      ),
    )
    return shuffled(places, randomBytes).map((place, index) => ({
      ...place,
      trial_id: trial.id,
      pack_id: `${prefix}-${FIRST_NUMBER + index}`,
      batch_id,
      study_pack_status_id: studyPackStatusId(status),
      duration,
      expire_on,
      confirmation_code: trial.is_confirmable ? threeDigits(randomBytes) : null,
    }))
  })

const FIRST_NUMBER = 10_001

const shuffled = <T>(rows: readonly T[], randomBytes: (length: number) => Uint8Array): T[] =>
  rows
    .map((row) => ({ row, lot: Buffer.from(randomBytes(16)).toString('hex') }))
    .sort((a, b) => (a.lot < b.lot ? -1 : 1))
    .map(({ row }) => row)

const threeDigits = (randomBytes: (length: number) => Uint8Array): string =>
  String(Buffer.from(randomBytes(4)).readUInt32BE(0) % 1000).padStart(3, '0')
