import { accepted } from '#domain/outcome'
import { auditEntry, byService } from '../../ground/audit/audit-entry'
import { appendAudit } from '../../ground/db/audit-log'
import { storePublishedHead, trialsWithUnpublishedHead } from '../../ground/db/ledger'
import { inTransaction, type Transaction } from '../../ground/db/transaction'
import { lockTrial } from '../../ground/db/trials'
import { queueLedgerHead } from '../../ground/mail/announcements'
import type { ServerContext } from '../../use-cases/call/server-context'
import { forEachTrial } from './for-each-trial'

/**
 * Sends the head of each ledger that has grown to the people who manage the users of its trial, and writes it to the
 * trial's audit log. A person who stores it can prove later that no earlier record was changed, even after the reveal
 * (src/decisions/0040-what-a-verifier-compares.md). A head that nobody would get stays for the next week.
 */
export const publishLedgerHeads = async (context: ServerContext): Promise<void> => {
  await forEachTrial(context, await trialsWithUnpublishedHead(context.database.queries), async (trialId) => {
    await inTransaction(context.database, async (transaction) =>
      accepted(await publishHead(transaction, context, trialId)),
    )
  })
}

const publishHead = async (transaction: Transaction, context: ServerContext, trial_id: number): Promise<void> => {
  const trial = await lockTrial(transaction, trial_id)
  if (!trial || trial.ledger_head === null || trial.ledger_head === trial.published_head) return
  const { ledger_head: head, published_head: old } = trial
  const deed = { by: context.config.service_name, at: context.now() }
  if ((await queueLedgerHead(transaction, context, { ...deed, trial, head })) === 0) return
  await storePublishedHead(transaction, trial_id, head)
  await appendAudit(
    transaction,
    auditEntry(byService(deed.at), null, {
      kind: 'ledger_head_published',
      description: `Head of the ledger of trial ${trial_id} sent by email`,
      trial_id,
      changes: [{ field: 'ledger_head', old, new: head }],
    }),
  )
}
