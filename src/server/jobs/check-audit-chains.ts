import { accepted } from '#domain/outcome'
import { ROLES } from '#domain/permissions'
import { checkChains, type WrongEntry } from '../audit/check-chains'
import { tellSystemAdministrators } from '../db/audit-chains'
import { inTransaction } from '../db/transaction'
import type { Portal } from '../portal'

const [SYSTEM_ADMINISTRATOR] = ROLES

/** Recomputes every chain of the audit log; where an entry is wrong, the log says so and the system administrators are told. */
export const checkAuditChains = async (portal: Portal): Promise<void> => {
  const { checked, first_wrong } = await checkChains(portal.database.queries, {
    hidden: [],
    isStopping: portal.is_stopping,
  })
  if (first_wrong === null) portal.log.info({ checked }, 'audit chains checked')
  else await raiseAlarm(portal, first_wrong)
}

const raiseAlarm = async (portal: Portal, wrong: WrongEntry): Promise<void> => {
  const { audit_log_id, ...told } = { ...wrong, audit_log_id: wrong.id }
  portal.log.error({ ...told, audit_log_id }, 'an entry of the audit log is wrong')
  // No trial is named: it may be protected.
  const which =
    wrong.id === null ? 'Entries of the audit log are missing' : `Entry ${wrong.id} of the audit log is wrong`
  await inTransaction(portal.database, async (transaction) => {
    const facts = {
      kind: 'broadcast',
      subject: 'The audit log is wrong',
      body: `${which}: somebody has changed, removed or moved entries in the database itself.\n\nPlease keep the database as it is, and compare it with a backup. Auditing, with its button "Check the chains", says where it begins.`,
      at: portal.now(),
      by: portal.config.service_name,
    } as const
    return accepted(await tellSystemAdministrators(transaction, facts, SYSTEM_ADMINISTRATOR.id))
  })
  portal.mail?.wake()
}
