import { refusal } from '#contract/errors'
import { randomisationSpecification } from '#domain/documents/randomisation-specification'
import { accepted, refused } from '#domain/outcome'
import { inSnapshot } from '../../../ground/db/snapshot'
import { findTrial } from '../../../ground/db/trials'
import { generationNow, specifiedTrial } from './documented-trial'
import { statedRatio } from './option-ratios'
import type { MakeDocument } from './send-document'

/** The text for the protocol. Whoever is blinded gets it without study groups and their ratio. */
export const makeRandomisationSpecification: MakeDocument = async (context, trial_id, { visibility }) => {
  const trial = await inSnapshot(context.database, (snapshot) => findTrial(snapshot, trial_id))
  if (!trial) return refused(refusal('not_found'))
  const { groups, ratios } = statedRatio(trial)
  const shown = visibility === 'names' ? groups : null
  return accepted(randomisationSpecification(specifiedTrial(trial), shown, generationNow(context, trial), ratios))
}
