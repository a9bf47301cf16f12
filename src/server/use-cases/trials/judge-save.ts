import { invalidFields, refusal, type Refusal } from '#contract/errors'
import type { SavedTrialForm } from '#contract/saved-trial-form'
import { accepted, refused, type Outcome } from '#domain/outcome'
import { blindingFlagFor, can, isBlinded } from '#domain/people/permissions'
import { changesLockedDesign, changesStrata, missingFrom } from '#domain/trials/saved-trial-form'
import { mayEditInStatus } from '#domain/trials/trial-status'
import { countPacks, unblindedPeople } from '../../ground/db/save-facts'
import type { Queries } from '../../ground/db/transaction'
import type { WholeTrial } from '../../ground/db/trials'
import type { TrialView } from '../call/view'
import { withoutHidden } from './blinded-form'
import { renamingFaults } from './renamings'
import { settleForm } from './settle-form'
import { designFaults, formFaults, type DesignFormFaults, type SettledForm } from './sound-form'

/**
 * The form as it may be stored over a trial as it was read, whose row a save holds; or why it may not. In order: 403
 * for who is blinded and ends a protection, 409 in a status that is not editable, and where the settings were saved since the form was opened, 422 with every field at fault,
 * 409 for strata and then the design once a participant exists, and for a group that packs were made for, 422 where no
 * method could run with the settings.
 */
export const judgeSave = async (
  queries: Queries,
  sent: SavedTrialForm,
  stored: WholeTrial,
  view: TrialView,
): Promise<Outcome<SettledForm, Refusal>> => {
  // It would let in people of the system who are not blinded.
  const endsProtection = stored.is_protected_trial && !sent.is_protected_trial
  if (endsProtection && !can(view.permission, 'endProtection')) return refused(refusal('blinded'))
  if (!mayEditInStatus(stored.trial_status_id)) return refused(refusal('trial_not_editable'))
  const { setup_version = stored.setup_version } = sent
  if (setup_version !== stored.setup_version) return refused(refusal('trial_changed_meanwhile'))
  const visibleFaults = (faults: DesignFormFaults) => (isBlinded(view.permission) ? withoutHidden(faults) : faults)
  const { form, faults } = settleForm(sent, stored, view)
  const formAtFault = {
    ...visibleFaults(formFaults(form, stored.selected_timezone)),
    ...(await renamingFaults(queries, form, stored)),
    ...(await blindingFaults(queries, form, stored)),
    ...sampleSizeFaults(form, stored),
    ...faults,
  }
  if (hasAny(formAtFault)) return refused(invalidFields(formAtFault))
  // Participants are never taken away, so that a number that was given means one exists.
  const hasParticipants = stored.last_sequence_no > 0
  if (hasParticipants && changesStrata(form.trial_strata, stored.trial_strata)) return refused(refusal('strata_locked'))
  if (hasParticipants && changesLockedDesign(form, stored)) return refused(refusal('design_locked'))
  const packed = await packedGroup(queries, form, stored)
  if (packed !== undefined) {
    const message = `The study group ${packed} cannot be removed: it has study packs`
    return refused(refusal('design_locked', { message }))
  }
  const designAtFault = visibleFaults(designFaults(form))
  return hasAny(designAtFault) ? refused(invalidFields(designAtFault)) : accepted(form)
}

const hasAny = (faults: DesignFormFaults): boolean => Object.keys(faults).length > 0

/** A sample size below the participants who count towards it is refused; one that stands below already may stay. */
const sampleSizeFaults = ({ sample_size }: SettledForm, stored: WholeTrial): DesignFormFaults => {
  const isLowered = sample_size > 0 && (stored.sample_size === 0 || sample_size < stored.sample_size)
  if (!isLowered || sample_size >= stored.num_sampled) return {}
  const count = stored.num_sampled === 1 ? '1 participant counts' : `${stored.num_sampled} participants count`
  return { sample_size: `${count} towards the sample size, so it cannot be lower.` }
}

/** A trial whose users or investigators must be blinded from now on may not have any who are not. */
const blindingFaults = async (queries: Queries, form: SettledForm, stored: WholeTrial): Promise<DesignFormFaults> => {
  const turnedOn = (['is_blinded_users', 'is_blinded_investigators'] as const).filter(
    (flag) => form[flag] && !stored[flag],
  )
  if (turnedOn.length === 0) return {}
  const people = await unblindedPeople(queries, stored.id)
  return Object.fromEntries(
    turnedOn.flatMap((flag) => {
      const count = new Set(people.filter(({ role_id }) => blindingFlagFor(role_id) === flag).map((one) => one.user_id))
        .size
      return count === 0
        ? []
        : [
            [
              flag,
              `${count === 1 ? '1 person' : `${count} people`} with such a permission in this trial must be blinded first`,
            ],
          ]
    }),
  )
}

/** The name of a removed group that has packs, if there is one. */
const packedGroup = async (queries: Queries, form: SettledForm, stored: WholeTrial): Promise<string | undefined> => {
  const removed = missingFrom(form.study_groups, stored.study_groups)
  if (removed.length === 0) return undefined
  const packs = await countPacks(queries, stored.id)
  return removed.find(({ id }) => packs.study_groups.has(id))?.name
}
