import { auditEntry } from '../../ground/audit/audit-entry'
import { refusal, type Refusal } from '#contract/errors'
import { accepted, refused, type Outcome } from '#domain/outcome'
import { openGroupIds } from '#domain/randomisation/design'
import { chosenOptions } from '#domain/randomisation/strata'
import { mayRandomise } from '#domain/participants/randomise-request'
import { dayIn } from '../../ground/time/calendar'
import { choosePacks, type AllocatablePack } from '../../ground/db/pack-allocation'
import { noticePackShortage } from '../../ground/db/pack-shortages'
import { draw } from './draw'
import { nameDuplicates } from './name-duplicates'
import { refusalOf, strataFault } from './randomise-refusals'
import type { AuthorisedJob, RandomiseResult } from './randomise-job'
import { announceMissingPacks } from './announce-batch'
import type { Batch } from './batch'

/** Checks one request and, if nothing stands against it, draws. A refusal leaves the batch as it was: no number, no word. */
export const randomiseOne = async (batch: Batch, job: AuthorisedJob): Promise<RandomiseResult> => {
  const { call, view } = job
  batch.now = call.context.now()
  const { trial_strata } = batch.setup.trial
  const options = chosenOptions(batch.setup.design, call.body.participant_strata)
  if (!options.ok) return refused(strataFault(trial_strata, call.body.participant_strata, options.refusal))
  const trial = { ...batch.setup.trial, ...batch.trialState }
  const allowed = mayRandomise(trial, view.sites, (id) => batch.drawFacts.used_ids.has(id), call.body)
  if (!allowed.ok) {
    const why = allowed.refusal
    return refused(why.code === 'participant_id_duplicate' ? await nameDuplicates(batch, view, why) : refusalOf(why))
  }
  const packs = await packsFor(batch, call.body.site_id)
  if (!packs.ok) return refusedForPacks(batch, job, packs.refusal)
  return accepted({
    row: await draw(batch, job, options.value, allowed.value.comparable_id, packs.value),
    view,
    replayed: false,
  })
}

type Packs = readonly AllocatablePack[] | null

/**
 * A pack for every open group, chosen before the draw: refusing after it would tell which group was next
 * (src/specification/rct-alloc-1.md#rules-around-the-draw). Null where the trial has no packs.
 */
const packsFor = async (batch: Batch, siteId: number): Promise<Outcome<Packs, Refusal>> => {
  const { trial, design } = batch.setup
  if (!trial.is_managing_packs) return accepted(null)
  const stock = { trial_id: trial.id, site_id: trial.is_site_managing_packs ? siteId : null }
  const packs = await choosePacks(batch.transaction, {
    ...stock,
    today: dayIn(trial.selected_timezone, batch.now),
    tie_break: Buffer.from(batch.context.randomBytes(16)).toString('hex'),
  })
  const isStocked = openGroupIds(design).every((id) => packs.some((pack) => pack.study_group_id === id))
  if (isStocked) return accepted(packs)
  // Whoever knows which packs are active knows now that these lack a study group.
  if (packs.length > 0) await noticePackShortage(batch.transaction, stock, batch.now)
  return refused(refusal('no_study_pack_available'))
}

const refusedForPacks = async (batch: Batch, job: AuthorisedJob, why: Refusal): Promise<RandomiseResult> => {
  batch.audit.push(
    auditEntry({ ...job.call, now: batch.now }, job.view, {
      kind: 'randomisation_refused',
      description: `Randomisation refused in trial ${batch.setup.trial.id}: study packs are missing`,
      changes: [{ field: 'site_id', old: null, new: job.call.body.site_id }],
    }),
  )
  await announceMissingPacks(batch, job.call.actor.name, job.call.body.site_id)
  return refused(why)
}
