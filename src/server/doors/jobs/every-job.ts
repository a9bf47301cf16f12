import { deleteExpired } from './housekeeping'
import { checkEveryTrial } from '../../use-cases/operation/self-check/check-every-trial'
import { alertLowStock } from './alert-low-stock'
import { checkAuditChains } from './check-audit-chains'
import { expireStudyPacks } from './expire-study-packs'
import { deleteSignInAttempts } from './delete-sign-in-attempts'
import type { Job } from './job'
import { publishLedgerHeads } from './publish-ledger-heads'
import { recordRefusals } from './record-refusals'
import { rotateSigningKeys } from './rotate-signing-keys'

/** Every job of the service. */
export const EVERY_JOB: readonly Job[] = [
  // All zones differ by whole quarters of an hour, so this meets each trial's midnight.
  { name: 'expire_study_packs', hours: '*/15 * * * *', run: expireStudyPacks },
  { name: 'alert_low_stock', hours: '*/5 * * * *', run: alertLowStock },
  { name: 'forget_sign_in_attempts', hours: '*/10 * * * *', run: deleteSignInAttempts },
  { name: 'record_refusals', hours: '5 * * * *', run: recordRefusals },
  { name: 'keep_house', hours: '10 2 * * *', run: deleteExpired },
  { name: 'rotate_signing_keys', hours: '25 2 * * *', run: rotateSigningKeys },
  { name: 'check_every_trial', hours: '40 2 * * *', run: checkEveryTrial },
  { name: 'publish_ledger_heads', hours: '30 4 * * 1', run: publishLedgerHeads },
  { name: 'check_audit_chains', hours: '10 3 * * *', run: checkAuditChains },
]
