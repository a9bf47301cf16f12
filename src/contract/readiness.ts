import { READINESS_SEVERITIES } from '#domain/trials/readiness'
import * as v from 'valibot'
import { endpoint } from './endpoint'
import { idInAddress } from './fields'
import { inTrial } from './needs'

const finding = v.strictObject({ code: v.string(), severity: v.picklist(READINESS_SEVERITIES), words: v.string() })
export type ReadinessFinding = v.InferOutput<typeof finding>

export const getReadiness = endpoint({
  method: 'GET',
  path: 'trials/{trial_id}/readiness',
  summary: 'List what a trial lacks before its start and what should be checked',
  needs: inTrial('changeTrialStatus'),
  parameters: { trial_id: idInAddress },
  status: 200,
  response: v.strictObject({ data: v.array(finding) }),
  is_versioned: true,
})
