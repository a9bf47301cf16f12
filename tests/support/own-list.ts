import {
  confirmAllocationList,
  getAllocationList,
  nameListAuthor,
  uploadAllocationList,
  type AllocationList,
} from '#contract/allocation-lists'
import { changeTrialStatus } from '#contract/trials'
import { STARTED } from '#domain/trials/trial-status'
import type { SampleAccountKey } from '../../src/server/doors/idp/sample-accounts'
import { aTrial, type BuiltTrial, type TrialOverrides } from './a-trial'
import { ask, posted, valueOf } from './ask'
import type { TestPortal } from './portal'
import { groupsInBlocks, rowsOf } from './list-rows'
import { signedInAs, type SignedIn } from './sign-in'

/** The id of the method that draws from a list. */
export const BY_LIST = 10

/** A trial in Planning that draws from a list, which is not uploaded yet. */
export const aTrialByList = async (world: TestPortal, overrides: TrialOverrides = {}): Promise<BuiltTrial> =>
  aTrial(world, { status: 'planning', randomisation_method_id: BY_LIST, ...overrides })

export const nameAuthor = (who: SignedIn, trialId: number, userId: number, headers: Record<string, string> = {}) =>
  ask(who, nameListAuthor.response, `trials/${trialId}/allocation-list/author`, posted({ user_id: userId }, headers))

export const upload = (
  who: SignedIn,
  trialId: number,
  rows: readonly unknown[],
  headers: Record<string, string> = {},
) => ask(who, uploadAllocationList.response, 'auth/me/allocation-lists', posted({ trial_id: trialId, rows }, headers))

export const listOf = async (who: SignedIn, trialId: number): Promise<AllocationList> =>
  valueOf(await ask(who, getAllocationList.response, `trials/${trialId}/allocation-list`))

export const confirmWaiting = async (
  who: SignedIn,
  trialId: number,
  more: object = {},
  headers: Record<string, string> = {},
) => {
  const { waiting } = await listOf(who, trialId)
  return ask(
    who,
    confirmAllocationList.response,
    `trials/${trialId}/allocation-list/confirmation`,
    posted({ number: waiting?.number ?? 1, hash: waiting?.hash ?? '0'.repeat(64), ...more }, headers),
  )
}

export const startTrial = (who: SignedIn, trialId: number) =>
  ask(
    who,
    changeTrialStatus.response,
    `trials/${trialId}/status`,
    posted({ trial_status_id: STARTED, reason: 'Ready' }),
  )

/**
 * A trial whose list waits to be confirmed, uploaded by the person with this key. Returns it with the body that
 * confirms it.
 */
export const aTrialWithWaitingList = async (world: TestPortal, author: SampleAccountKey) => {
  const trial = await aTrialByList(world)
  const administrator = await signedInAs(world, 'administrator')
  valueOf(await nameAuthor(administrator, trial.trial_id, world.personId(author)))
  const rows = rowsOf(groupsInBlocks(trial))
  valueOf(await upload(await signedInAs(world, author), trial.trial_id, rows))
  const { waiting } = await listOf(administrator, trial.trial_id)
  return { trial, confirmation: { number: waiting?.number ?? 0, hash: waiting?.hash ?? '' } }
}
