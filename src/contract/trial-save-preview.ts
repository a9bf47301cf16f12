import * as v from 'valibot'
import { endpoint, MAX_LIST_BYTES } from './endpoint'
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
  max_body_bytes: MAX_LIST_BYTES,
  status: 200,
  response: v.strictObject({
    /** Each field that would change, by its path, with children by name: `sites.Royal Infirmary.low_pack_level`. */
    changes: v.array(v.strictObject({ field: v.string(), old: value, new: value })),
    /** Whether counts, urns and blocks would start again (src/specification/rct-alloc-1.md#epochs). */
    begins_new_epoch: v.boolean(),
    /** The groups and sites that would be renamed; before the first participant only those with packs. */
    renamings: v.array(
      v.strictObject({
        list: v.picklist(['study_groups', 'sites']),
        id,
        old: names,
        new: names,
        /** The number of participants in the group or at the site. */
        participants: v.number(),
        /** The number of packs of the group or the site, in any status. */
        packs: v.number(),
      }),
    ),
    /**
     * The Inactive and Active packs at no site where the save lets sites manage packs: they can then be neither allocated
     * nor transferred. Older servers omit it.
     */
    packs_at_no_site: v.optional(v.number()),
    /** The number of other people who would get an email. */
    told: v.number(),
  }),
  errors: updateTrial.errors,
})
