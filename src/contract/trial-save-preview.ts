import * as v from 'valibot'
import { endpoint, MOST_LIST_BYTES, none } from './endpoint'
import { id } from './fields'
import { savedTrialForm } from './saved-trial-form'
import { updateTrial } from './trials'
import { inTrial } from './needs'

const value = v.nullable(v.union([v.string(), v.number(), v.boolean()]))

const names = v.strictObject({ name: v.string(), label: v.nullable(v.string()) })

export const previewTrialSave = endpoint({
  method: 'POST',
  path: 'trials/{trial_id}/changes',
  saves_nothing: true,
  summary: 'Preview what saving a trial’s settings would change',
  needs: inTrial('editTrial'),
  parameters: updateTrial.parameters,
  body: savedTrialForm,
  most_body_bytes: MOST_LIST_BYTES,
  status: 200,
  response: v.strictObject({
    /** Each field that would be another, by its path, with children named: `sites.Royal Infirmary.low_pack_level`. */
    changes: v.array(v.strictObject({ field: v.string(), old: value, new: value })),
    /** Whether counts, urns and blocks would begin again (src/specification/rct-alloc-1.md#epochs). */
    begins_new_epoch: v.boolean(),
    /** What would take another name or label; before the first participant only study groups and sites that have packs. */
    renamings: v.array(
      v.strictObject({
        list: v.picklist(['study_groups', 'sites']),
        id,
        old: names,
        new: names,
        /** How many participants are in the group or at the site. */
        participants: v.number(),
        /** How many packs the group or the site has, in whatever status. */
        packs: v.number(),
      }),
    ),
    /** How many other people would be told by e-mail. */
    told: v.number(),
  }),
  errors: updateTrial.errors,
  query: none,
})
