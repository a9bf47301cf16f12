import { refusal } from '#contract/errors'
import type { previewTrialSave as endpoint } from '#contract/trial-save-preview'
import { recipientsOf } from '#domain/people/notifications'
import { accepted, refused } from '#domain/outcome'
import { can, isBlinded, trialPermission } from '#domain/people/permissions'
import type { FieldChange } from '../../ground/audit/audit-entry'
import { isOfStratumWeights } from '../../ground/audit/stratum-weights'
import { countPacks, countPacksAtNoSite, countParticipants } from '../../ground/db/save-facts'
import type { Queries } from '../../ground/db/transaction'
import { findTrialPeople } from '../../ground/db/trial-people'
import { findTrial, type WholeTrial } from '../../ground/db/trials'
import type { Call, ReadHandler } from '../call/call'
import { judgeSave } from './judge-save'
import { renamingsIn } from './renamings'
import { wouldBeginEpoch } from './record-design'
import { numbered, type SettledForm } from './sound-form'
import { changedFields } from './trial-changes'

/**
 * The changes that saving a form over a trial would make, and how many others would be told; refused as the save would
 * be. Nothing is written, and the save itself judges again. A blinded person sees no weight, not even that of a removed
 * group.
 */
export const previewTrialSave: ReadHandler<typeof endpoint> = async (call) => {
  const { view, context } = call
  const { queries } = context.database
  const before = await findTrial(queries, call.parameters.trial_id)
  if (!before) return refused(refusal('not_found'))
  const form = await judgeSave(queries, call.body, before, view)
  if (!form.ok) return form
  const after = { ...before, ...inOrder(form.value) }
  const changes = changedFields(before, after)
  return accepted({
    changes: isBlinded(view.permission) ? changes.filter(isNotWeight) : changes,
    begins_new_epoch: wouldBeginEpoch(before, after),
    renamings: await countedRenamings(queries, form.value, before),
    packs_at_no_site: letsSitesManagePacks(before, form.value) ? await countPacksAtNoSite(queries, before.id) : 0,
    told:
      form.value.is_protected_trial && !before.is_protected_trial ? await countProtectionRecipients(call, before) : 0,
  })
}

const letsSitesManagePacks = (before: WholeTrial, form: SettledForm): boolean =>
  form.is_site_managing_packs && !before.is_site_managing_packs

/** The renamed groups and sites, with the numbers of their participants and packs. */
const countedRenamings = async (queries: Queries, form: SettledForm, before: WholeTrial) => {
  const renamings = await renamingsIn(queries, form, before)
  const participants = await countParticipants(queries, before.id)
  const packs = await countPacks(queries, before.id)
  return renamings.map(({ list, id, ...names }) => ({
    list,
    id,
    ...names,
    participants: participants[list].get(id) ?? 0,
    packs: packs[list].get(id) ?? 0,
  }))
}

/** A form with its children numbered, in the order in which they will be read. */
const inOrder = (form: SettledForm) => {
  const { sites, study_groups, trial_strata, ...fields } = numbered(form)
  return { ...fields, sites: byId(sites), study_groups: byId(study_groups), trial_strata: byId(trial_strata) }
}

const byId = <Child extends { readonly id: number }>(children: readonly Child[]): Child[] =>
  children.toSorted((a, b) => a.id - b.id)

const isNotWeight = (change: FieldChange): boolean => !isOfStratumWeights(change)

/** How many others are told that a person gets a role in a trial by protecting it. */
const countProtectionRecipients = async (
  { context, actor, now }: Call<typeof endpoint>,
  { id }: WholeTrial,
): Promise<number> => {
  const isProtected = { id, is_protected_trial: true }
  if (can(trialPermission(isProtected, actor.permissions).permission, 'editTrial')) return 0
  const people = await findTrialPeople(context.database.queries, id, now)
  const recipients = recipientsOf(isProtected, { kind: 'protected_access', site_id: null }, people)
  return recipients.filter(({ user_id }) => user_id !== actor.user_id).length
}
