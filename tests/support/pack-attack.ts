import type { StudyPackAction } from '#domain/study-packs/study-pack-actions'
import { type TestPortal } from './portal'
import { randomise } from './randomise'
import type { SignedIn } from './sign-in'
import { act, type PackTrial } from './study-packs'

/** A site's stock with two groups in equal parts, in an order that a seed decides. */
export const stockOfTwoGroups = async (
  { database }: Pick<TestPortal, 'database'>,
  { trial_id, study_groups, sites }: PackTrial,
  { count, seed, status, site = 0 }: { count: number; seed: number; status: 1 | 2; site?: number },
): Promise<number[]> => {
  const dealt = dealtInto(
    study_groups.map(({ id }) => id),
    count,
    seed,
  )
  const rows = await database.queries
    .insertInto('study_packs')
    .values(
      dealt.map((study_group_id, index) => ({
        trial_id,
        site_id: sites[site]?.id ?? null,
        study_group_id,
        pack_id: `A${seed}-${site}-${index}`,
        batch_id: 'A',
        study_pack_status_id: status,
        duration: null,
        expire_on: null,
        confirmation_code: null,
      })),
    )
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** This many places, with each group in as many as any other, in an order that the seed decides. */
const dealtInto = (groups: readonly number[], count: number, seed: number): number[] => {
  const chance = chanceOf(seed)
  return Array.from({ length: count }, (_, index) => ({ group: groups[index % groups.length] ?? 0, at: chance() }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ group }) => group)
}

/** Repeatable numbers from 0 to below 1 (Park and Miller). */
export const chanceOf = (seed: number) => {
  let state = seed % 2_147_483_647 || 1
  return (): number => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}

/** A blinded person who acts on the packs of a trial and sees each outcome. */
export const attackerIn = (trial: PackTrial, who: SignedIn, site = 0) => ({
  acts: async (action: StudyPackAction, ids: readonly number[], more: object = {}): Promise<string> => {
    const { status, problem } = await act(trial, who, action, { study_pack_ids: ids, ...more })
    return problem?.code ?? String(status)
  },
  /** The pack of a new participant, or the refusal. */
  randomises: async (): Promise<{ given: string } | { refused: string | undefined }> => {
    const body = { site_id: trial.sites[site]?.id, participant_strata: [] }
    const { participants, problem } = await randomise(who, trial.trial_id, body)
    return problem === null ? { given: participants[0]?.study_pack?.pack_id ?? '' } : { refused: problem.code }
  },
})

export type Attacker = ReturnType<typeof attackerIn>
