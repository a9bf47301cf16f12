import { invalidFields, refusal, type Refusal } from '#contract/errors'
import type { SavedTrialForm } from '#contract/saved-trial-form'
import { accepted, refused, type Outcome } from '#domain/outcome'
import { blindingFlagFor, can, isBlinded } from '#domain/people/permissions'
import { changesLockedDesign, changesStrata, missingFrom } from '#domain/trials/saved-trial-form'
import { isByList } from '#domain/trials/trial-methods'
import { mayEditInStatus } from '#domain/trials/trial-status'
import { countPacks, unblindedPeople } from '../../ground/db/save-facts'
import type { Queries } from '../../ground/db/transaction'
import type { WholeTrial } from '../../ground/db/trials'
import type { TrialView } from '../call/view'
import { withoutHidden } from './blinded-form'
import { capFaults } from './cap-faults'
import { codeFaults } from './code-faults'
import { renamingFaults } from './renamings'
import { wouldBeginEpoch } from './record-design'
import { settleForm } from './settle-form'
import {
  designFaults,
  formFaults,
  listSizeFaults,
  numbered,
  type DesignFormFaults,
  type SettledForm,
} from './sound-form'
import { waitingFaults } from './waiting-faults'

/**
 * The form as it may be stored over the trial as read, whose row the save has locked; or the refusal. In order: 403 for
 * a blinded person who ends a protection, 409 in a status that is not editable, and where the settings were saved since
 * the form was opened, 422 with every field at fault, 409 for strata and then the design once a participant exists, and
 * for a group with packs, 422 where no method could run with the settings.
 */
export const judgeSave = async (
  queries: Queries,
  sent: SavedTrialForm,
  stored: WholeTrial,
  view: TrialView,
): Promise<Outcome<SettledForm, Refusal>> => {
  // It would admit people of the system who are not blinded.
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
    ...(await capFaults(queries, form, stored)),
    ...(await codeFaults(queries, form, stored, view)),
    ...(await waitingFaults(queries, form, stored)),
    ...faults,
  }
  if (hasAny(formAtFault)) return refused(invalidFields(formAtFault))
  // Participants are never deleted, so a used number means that one exists.
  const hasParticipants = stored.last_sequence_no > 0
  const changesAnyStratum = changesStrata(form.trial_strata, stored.trial_strata)
  if (hasParticipants && changesAnyStratum) return refused(refusal('strata_locked'))
  // Its rows are for the strata that there were: a new one would have none, and one without its option none to give.
  if (hasListInForce(stored) && changesAnyStratum) return refused(refusal('strata_locked', { message: STRATA_OF_LIST }))
  if (hasParticipants && changesLockedDesign(form, stored)) return refused(refusal('design_locked'))
  const packed = await packedGroup(queries, form, stored)
  if (packed !== undefined) {
    const message = `The study group ${packed} cannot be removed: it has study packs`
    return refused(refusal('design_locked', { message }))
  }
  // After the start lists are added to each other, so that all together may have more rows than one.
  const sizeAtFault = stored.ledger_head === null ? listSizeFaults(form) : {}
  const designAtFault = visibleFaults({ ...designFaults(form), ...sizeAtFault })
  if (hasAny(designAtFault)) return refused(invalidFields(designAtFault))
  if (isHeldByList(form, stored)) return refused(refusal('design_locked', { message: HELD_BY_LIST }))
  return renamesListed(form, stored) ? refused(refusal('design_locked', { message: NAMED_BY_LIST })) : accepted(form)
}

/** Whether the rows of an uploaded list are used in this trial: one is in force from its first start on. */
const hasListInForce = (stored: WholeTrial): boolean => isByList(stored) && stored.ledger_head !== null

/**
 * Whether a study group, or a site by which the list goes, is renamed before the first participant: the author wrote names, and two
 * that are exchanged would turn the list round. From the first participant on the rules of renaming forbid the exchange.
 */
const renamesListed = (form: SettledForm, stored: WholeTrial): boolean => {
  if (!hasListInForce(stored) || stored.last_sequence_no > 0) return false
  const groups = new Map(stored.study_groups.map(({ id, name }) => [id, name]))
  const sites = new Map(stored.is_site_stratified ? stored.sites.map(({ id, title }) => [id, title]) : [])
  return (
    form.study_groups.some(({ id, name }) => isRenamed(groups, id, name)) ||
    form.sites.some(({ id, title }) => isRenamed(sites, id, title))
  )
}

const isRenamed = (names: ReadonlyMap<number, string>, id: number | undefined, name: string): boolean =>
  id !== undefined && names.has(id) && names.get(id) !== name

const STRATA_OF_LIST = 'Strata cannot be edited after the start of a trial by an uploaded list'

const NAMED_BY_LIST =
  'The uploaded list is by these names. Study groups and sites cannot be renamed before the first participant'

/** The rows of a list stand for the groups, ratio and strata with which its trial started, and no other epoch has rows. */
const isHeldByList = (form: SettledForm, stored: WholeTrial): boolean =>
  (isByList(form) || isByList(stored)) && wouldBeginEpoch(stored, numbered(form))

const HELD_BY_LIST =
  'After the start of a trial its uploaded list stays, and with it the study groups, weights and strata'

const hasAny = (faults: DesignFormFaults): boolean => Object.keys(faults).length > 0

/** A sample size below the number of counting participants is refused; one that is already below may stay. */
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
