import { ERRORS, invalidFields, refusal, type Refusal } from '#contract/errors'
import type { dispenseStudyPacks as endpoint } from '#contract/study-packs'
import { accepted, refused, type Outcome } from '#domain/outcome'
import { CHECK_HOLDS_MS, isCheckedFor } from '#domain/study-packs/second-person'
import { isPastExpiry } from '#domain/study-packs/study-pack'
import { dayIn } from '../../ground/time/calendar'
import { findPackChecks } from '../../ground/db/study-pack-logs'
import type { StudyPackRow } from '../../ground/db/study-packs'
import type { Transaction } from '../../ground/db/transaction'
import type { Call, WriteHandler } from '../call/call'
import { storedPerformedAt } from '../call/stored-performed-at'
import { answerStudyPacks } from './answer-study-packs'
import { isCodeOf, tryConfirmationCode, WRONG_CODE } from './confirmation-code'
import { readerOf, refusalNaming, type LockedPacks } from './lock-permitted-packs'
import { packIdsOf, performOnStudyPacks, lockPacksOfCall } from './perform-on-study-packs'

/**
 * Records that packs were dispensed to their participants. A code is checked, and a wrong one counted, before the
 * transaction of the effect, since a refusal rolls that back.
 */
export const dispenseStudyPacks: WriteHandler<typeof endpoint> = {
  before: tryConfirmationCode,
  perform: async (call, transaction) => {
    const locked = await lockPacksOfCall(transaction, call, 'dispense')
    if (!locked.ok) return locked
    const { packs, now } = locked.value
    const allocated = lastAllocation(packs)
    const performed = storedPerformedAt(call, { earliest: allocated, now })
    const allowed = await mayDispense(transaction, call, locked.value, {
      performedAt: performed.performed_at ?? now,
      // A guessed time must not refuse what happened: the participant has the pack, which then could not be recorded at all.
      earliestAt: performed.clock_uncertain ? (allocated ?? now) : (performed.performed_at ?? now),
    })
    if (!allowed.ok) return allowed
    return performOnStudyPacks(transaction, call, locked.value, 'dispense', { performed })
  },
  answer: answerStudyPacks,
}

/** When the last of packs was allocated: they cannot have been dispensed together before. */
const lastAllocation = (packs: readonly StudyPackRow[]): string | null =>
  packs
    .flatMap(({ allocated_at }) => allocated_at ?? [])
    .toSorted()
    .at(-1) ?? null

/** The first reason against dispensing these packs at that time, or at the earliest possible one: by it a pack has expired. */
const mayDispense = async (
  transaction: Transaction,
  call: Call<typeof endpoint>,
  { view, trial, packs }: LockedPacks,
  { performedAt, earliestAt }: { performedAt: string; earliestAt: string },
): Promise<Outcome<null, Refusal>> => {
  if (trial.is_confirmable) {
    const confirmed = judgeCodes(call, packs)
    if (!confirmed.ok) return confirmed
  }
  const reader = readerOf(view, trial)
  const day = dayIn(trial.selected_timezone, earliestAt)
  const expired = packs.filter((pack) => isPastExpiry(pack, day))
  if (expired.length > 0) return refused(await refusalNaming(transaction, 'pack_expired', expired, { reader }))
  if (!trial.is_dispense_checked) return accepted(null)
  const unchecked = await uncheckedOf(transaction, call.actor.user_id, { trial_id: trial.id, packs, performedAt })
  if (unchecked.length > 0)
    return refused(await refusalNaming(transaction, 'second_person_needed', unchecked, { reader }))
  return accepted(null)
}

const judgeCodes = ({ body }: Call<typeof endpoint>, packs: readonly StudyPackRow[]): Outcome<null, Refusal> => {
  if (packIdsOf(body).length > 1) {
    return refused(refusal('one_pack_at_a_time', { fields: { study_pack_ids: ERRORS.one_pack_at_a_time.message } }))
  }
  const codes = packs.flatMap(({ confirmation_code }) => confirmation_code ?? [])
  if (codes.length === 0) return accepted(null)
  const { confirmation_code: enteredCode } = body
  if (enteredCode === null) return refused(invalidFields({ confirmation_code: 'Please enter the confirmation code' }))
  return codes.every((code) => isCodeOf(code, enteredCode)) ? accepted(null) : refused(WRONG_CODE)
}

type Dispensed = { trial_id: number; packs: readonly StudyPackRow[]; performedAt: string }

/** The packs without a valid confirmation by another person than the dispenser. */
const uncheckedOf = async (
  transaction: Transaction,
  dispenser: number,
  { trial_id, packs, performedAt }: Dispensed,
): Promise<readonly StudyPackRow[]> => {
  const time = Date.parse(performedAt)
  const checks = await findPackChecks(transaction, trial_id, new Date(time - CHECK_HOLDS_MS).toISOString())
  const checksOf = (pack: StudyPackRow) =>
    checks
      .filter(({ study_pack_id }) => study_pack_id === pack.id)
      .map(({ by, created_at }) => ({ by: by.id, at: Date.parse(created_at) }))
  return packs.filter((pack) => !isCheckedFor(checksOf(pack), dispenser, time))
}
