import { SERVICE_JOBS, type ServiceJobName } from '#domain/service/service-job'
import { keepHouse } from './housekeeping'
import { checkEveryTrial } from '../../use-cases/operation/self-check/check-every-trial'
import { alertLowStock } from './alert-low-stock'
import { checkAuditChains } from './check-audit-chains'
import { expireStudyPacks } from './expire-study-packs'
import { deleteSignInAttempts } from './delete-sign-in-attempts'
import type { Job } from './job'
import { publishLedgerHeads } from './publish-ledger-heads'
import { recordRefusals } from './record-refusals'
import { sendMonthlyReports } from './send-monthly-reports'
import { rotateSigningKeys } from './rotate-signing-keys'
import { warnOfEndingAccounts } from './warn-of-ending-accounts'

const RUNS: Record<ServiceJobName, Job['run']> = {
  expire_study_packs: expireStudyPacks,
  alert_low_stock: alertLowStock,
  forget_sign_in_attempts: deleteSignInAttempts,
  record_refusals: recordRefusals,
  keep_house: keepHouse,
  rotate_signing_keys: rotateSigningKeys,
  check_every_trial: checkEveryTrial,
  publish_ledger_heads: publishLedgerHeads,
  check_audit_chains: checkAuditChains,
  send_monthly_reports: sendMonthlyReports,
  warn_of_ending_accounts: warnOfEndingAccounts,
}

/** Every job of the service, with its work. */
export const EVERY_JOB: readonly Job[] = SERVICE_JOBS.map(({ name, hours }) => ({ name, hours, run: RUNS[name] }))
