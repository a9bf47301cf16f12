import { NOT_CHECKED } from '#contract/audit-logs'
import { checkChains, type WrongEntry } from '../../use-cases/audit/check-chains'
import { raiseAlarms } from '../../use-cases/operation/status/raise-alarms'
import type { CheckCounts } from '../../ground/db/job-claims'
import type { ServerContext } from '../../use-cases/call/server-context'

/** The most wrong entries that the email names. */
const MAX_NAMED = 20

/**
 * Recomputes every chain of the audit log; where one is wrong, writes an error to the log and raises an alarm for each.
 */
export const checkAuditChains = async (context: ServerContext): Promise<CheckCounts | void> => {
  const { checked, wrong, is_complete } = await checkChains(context.database.queries, {
    hidden: [],
    keys: context.config,
    isStopping: context.is_stopping,
  })
  if (wrong.length > 0) await raise(context, wrong)
  else if (is_complete) context.log.info({ checked }, 'audit chains checked')
  return { checked, wrong: wrong.length, unchecked: 0 }
}

const raise = async (context: ServerContext, wrong: readonly WrongEntry[]): Promise<void> => {
  for (const { id, ...details } of wrong)
    context.log.error({ ...details, audit_log_id: id }, 'an entry of the audit log is wrong')
  const subjects = wrong.map(({ trial_id }) => ({ kind: 'audit_log' as const, trial_id }))
  await raiseAlarms(context, subjects, {
    subject: 'The audit log was altered',
    body: `Someone has changed, removed or moved entries in the database itself. These are the first wrong entries of each trial and of the service:\n\n${inWords(wrong)}\n\nPlease keep the database as it is, and compare it with a backup. “Check the audit log” under Auditing shows where it begins. ${NOT_CHECKED}`,
  })
}

/** The wrong entries, one on each line. No trial is named, since it may be protected. */
const inWords = (wrong: readonly WrongEntry[]): string => {
  const ids = wrong.flatMap(({ id }) => id ?? [])
  const missing = wrong.length - ids.length
  return [
    ...ids.slice(0, MAX_NAMED).map((id) => `Entry ${id} of the audit log is wrong.`),
    ...(ids.length > MAX_NAMED
      ? [
          ids.length - MAX_NAMED === 1
            ? 'One more entry is wrong.'
            : `${ids.length - MAX_NAMED} more entries are wrong.`,
        ]
      : []),
    ...(missing > 0 ? [`Entries of the audit log are missing${missing > 1 ? `, at ${missing} places` : ''}.`] : []),
  ].join('\n')
}
