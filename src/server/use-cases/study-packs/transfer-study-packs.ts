import { invalidFields, refusal, type Refusal } from '#contract/errors'
import type { transferStudyPacks as endpoint } from '#contract/study-packs'
import { accepted, refused, type Outcome } from '#domain/outcome'
import { NO_SITE_SET } from '#domain/study-packs/study-pack'
import { findSite } from '../../ground/db/sites'
import type { Transaction } from '../../ground/db/transaction'
import type { WriteHandler } from '../call/call'
import { answerStudyPacks } from './answer-study-packs'
import { refuseChangedMeanwhile } from './changed-meanwhile'
import { readerOf, type LockedPacks } from './lock-permitted-packs'
import { performOnStudyPacks, lockPacksOfCall } from './perform-on-study-packs'

/** Moves packs of one site to another site of the trial that still takes part. */
export const transferStudyPacks: WriteHandler<typeof endpoint> = {
  perform: async (call, transaction) => {
    const locked = await lockPacksOfCall(transaction, call, 'transfer')
    if (!locked.ok) return locked
    const { to_site_id, from_site_id } = call.body
    const unchanged = await refuseChangedMeanwhile(transaction, {
      user_id: call.actor.user_id,
      action: 'transfer',
      packs: locked.value.packs,
      reader: readerOf(locked.value.view, locked.value.trial),
      shownValuesOf: () => (from_site_id === null ? null : { site_id: from_site_id }),
    })
    if (!unchanged.ok) return unchanged
    const way = await judgeWay(transaction, locked.value, to_site_id)
    if (!way.ok) return way
    return performOnStudyPacks(transaction, call, locked.value, 'transfer', { change: { site_id: to_site_id } })
  },
  answer: answerStudyPacks,
}

const judgeWay = async (
  transaction: Transaction,
  { trial, packs }: LockedPacks,
  toSiteId: number,
): Promise<Outcome<null, Refusal>> => {
  const [origin = null, ...others] = new Set(packs.map(({ site_id }) => site_id))
  if (others.length > 0) return refused(refusal('packs_from_different_sites'))
  if (origin === null) return refused(refusal('packs_from_different_sites', { message: NO_SITE_SET }))
  const site = await findSite(transaction, trial.id, toSiteId)
  if (!site || site.is_deleted) {
    return refused(invalidFields({ to_site_id: 'Choose a site that still takes part in the trial' }))
  }
  return toSiteId === origin
    ? refused(invalidFields({ to_site_id: 'The packs are already at this site' }))
    : accepted(null)
}
