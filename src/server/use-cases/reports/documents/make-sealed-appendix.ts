import { refusal } from '#contract/errors'
import { sealedAppendix } from '#domain/documents/sealed-appendix'
import { accepted, refused } from '#domain/outcome'
import { inSnapshot } from '../../../ground/db/snapshot'
import { findTrial } from '../../../ground/db/trials'
import { canonicalJson } from '../../../ground/ledger/canonical-json'
import { ledgerDesign } from '../../../ground/ledger/ledger-records'
import { designFault, designOf } from '../../trials/trial-design'
import { generationNow, specifiedTrial } from './documented-trial'
import { optionNames } from './option-ratios'
import type { MakeDocument } from './send-document'

/** The sealed part: every setting of the design, and the chances of a draw. The seed is not read for it. */
export const makeSealedAppendix: MakeDocument = async (context, trial_id) => {
  const trial = await inSnapshot(context.database, (snapshot) => findTrial(snapshot, trial_id))
  if (!trial) return refused(refusal('not_found'))
  const design = designOf(trial)
  const sealed = {
    groups: trial.study_groups,
    stratum_names: new Map(trial.trial_strata.map(({ id, name }) => [id, name])),
    option_names: optionNames(trial),
    design: design.ok ? design.value : null,
    fault: design.ok ? null : designFault(design.refusal),
    ledger_design: design.ok ? canonicalJson(ledgerDesign(design.value)) : null,
    nonce_hex: trial.nonce_hex,
    ledger_length: trial.ledger_length,
    ledger_head: trial.ledger_head,
  }
  return accepted(sealedAppendix(specifiedTrial(trial), sealed, generationNow(context, trial)))
}
