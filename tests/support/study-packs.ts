import { dispenseStudyPacks, getStudyPack, listStudyPacks, type StudyPack } from '#contract/study-packs'
import { studyPackStatusId, type StudyPackStatusKey } from '#domain/study-packs/study-pack'
import type { StudyPackAction } from '#domain/study-packs/study-pack-actions'
import { insertPackLogs } from '../../src/server/ground/db/study-pack-logs'
import type { SampleAccountKey } from '../../src/server/doors/idp/sample-accounts'
import { aTrial, grant, type BuiltTrial, type TrialOverrides } from './a-trial'
import { ask, posted, valueOf } from './ask'
import { everybody, TELLING_GROUPS } from './participant-actions'
import type { TestPortal } from './portal'
import type { SignedIn } from './sign-in'

/** A trial with the people who manage its packs. */
export type PackTrial = BuiltTrial & {
  people: Record<SampleAccountKey, SignedIn>
  path: (more?: string) => string
  /** Stores a pack of the first group at the first site, with some fields changed. Returns its id. */
  pack: (status: StudyPackStatusKey, more?: Partial<NewPack>) => Promise<number>
}

type NewPack = {
  pack_id: string
  batch_id: string
  site_id: number | null
  study_group_id: number
  duration: number | null
  expire_on: string | null
  confirmation_code: string | null
}

/**
 * The roles: the coordinator at level 3; the pharmacist, and at the second site the blinded nurse, at level 2 with
 * packs.
 */
const PARTS: { person: SampleAccountKey; role: Parameters<typeof grant>[1]['role']; site: number; flags: object }[] = [
  { person: 'coordinator', role: 'Trial administrator', site: 0, flags: {} },
  { person: 'pharmacist', role: 'Site user', site: 0, flags: { has_study_packs_access: true } },
  { person: 'unblinder', role: 'Site user', site: 0, flags: { has_study_packs_access: true, is_blinded_whole: true } },
  { person: 'blinded-nurse', role: 'Site user', site: 1, flags: { has_study_packs_access: true } },
  { person: 'nurse', role: 'Site user', site: 0, flags: {} },
  { person: 'monitor', role: 'Trial viewer', site: 0, flags: {} },
]

let packs = 0

/**
 * A Started trial whose two sites manage packs. The administrator has level 4, the coordinator 3, and the monitor 1.
 * Level 2 with packs are the pharmacist and the unblinder (who is blinded) at the first site, and the blinded nurse
 * (who is not) at the second. The nurse at the first site has no packs.
 */
export const packTrial = async (world: TestPortal, overrides: TrialOverrides = {}): Promise<PackTrial> => {
  const trial = await aTrial(world, {
    study_groups: TELLING_GROUPS,
    is_managing_packs: true,
    is_site_managing_packs: true,
    ...overrides,
  })
  const { trial_id, sites } = trial
  for (const { person, role, site, flags } of PARTS) {
    const site_id = role === 'Site user' ? (sites[site]?.id ?? null) : null
    await grant(world, { person, role, trial_id, site_id, ...flags })
  }
  const path = (more = '') => `trials/${trial_id}/study-packs${more}`
  const pack: PackTrial['pack'] = (status, more) => storedPack(world, trial, status, more)
  return { ...trial, people: await everybody(world), path, pack }
}

/** Stores a pack of the first group at the first site of a trial, with some fields changed. Returns its id. */
export const storedPack = async (
  { database }: Pick<TestPortal, 'database'>,
  { trial_id, sites, study_groups }: BuiltTrial,
  status: StudyPackStatusKey,
  more: Partial<NewPack> = {},
): Promise<number> => {
  packs += 1
  const { id } = await database.queries
    .insertInto('study_packs')
    .values({
      trial_id,
      site_id: sites[0]?.id ?? null,
      study_group_id: study_groups[0]?.id ?? 0,
      // All ids have one length: lists of packs are ordered by it, and files of a process share the count.
      pack_id: `N-${String(packs).padStart(6, '0')}`,
      batch_id: 'N',
      study_pack_status_id: studyPackStatusId(status),
      duration: null,
      expire_on: null,
      confirmation_code: null,
      ...more,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** A pack for each action, in a status that permits it. The one to be dispensed is confirmed by a sample person. */
export const packsToActOn = async (
  world: TestPortal,
  trial: BuiltTrial,
  checker: SampleAccountKey,
): Promise<Record<StudyPackAction, number>> => {
  const dispense = await storedPack(world, trial, 'allocated')
  await insertPackLogs(world.database.queries, [
    {
      study_pack_id: dispense,
      created_at: world.clock.now(),
      actioned_by: world.personId(checker),
      action: 'check',
      study_pack_status_id: studyPackStatusId('allocated'),
      comment: 'Confirmed',
      performed_at: null,
      clock_offset_ms: null,
      clock_uncertain: false,
      writer_sight: 'nothing',
    },
  ])
  return {
    activate: await storedPack(world, trial, 'inactive'),
    deactivate: await storedPack(world, trial, 'active'),
    remove: await storedPack(world, trial, 'allocated'),
    expire: await storedPack(world, trial, 'active'),
    transfer: await storedPack(world, trial, 'inactive'),
    update: await storedPack(world, trial, 'expired'),
    dispense,
    recall: await storedPack(world, trial, 'dispensed'),
  }
}

/** Acts on packs, with a reason unless `body` has its own. */
export const act = (
  { path }: Pick<PackTrial, 'path'>,
  who: SignedIn,
  action: StudyPackAction,
  body: object,
  headers: Record<string, string> = {},
) => ask(who, dispenseStudyPacks.response, path(`/${action}`), posted({ comment: 'As agreed', ...body }, headers))

/** Confirms a pack as a second person. */
export const check = ({ path }: Pick<PackTrial, 'path'>, who: SignedIn, id: number) =>
  ask(who, getStudyPack.response, path(`/${id}/check`), posted({}))

/** A pack as a person is shown it. */
export const packShown = async ({ path }: Pick<PackTrial, 'path'>, who: SignedIn, id: number): Promise<StudyPack> =>
  valueOf(await ask(who, getStudyPack.response, path(`/${id}`)))

/** Every pack that a person is shown, in order. */
export const packsShown = async (
  { path }: Pick<PackTrial, 'path'>,
  who: SignedIn,
  query = '',
): Promise<readonly StudyPack[]> =>
  valueOf(await ask(who, listStudyPacks.response, path(query))).data.flatMap(({ study_packs }) => study_packs)
