import { refusal } from '#contract/errors'
import { downloadTrialArchive as endpoint } from '#contract/trial-archive'
import { accepted, refused } from '#domain/outcome'
import { mayArchive } from '#domain/trials/trial-status'
import { auditEntry, type AuditView } from '../../../ground/audit/audit-entry'
import { appendAudit } from '../../../ground/db/audit-log'
import { inTransaction } from '../../../ground/db/transaction'
import { findTrial } from '../../../ground/db/trials'
import { hashedFiles } from '../../../ground/files/hashed-files'
import { zipStream } from '../../../ground/files/zip-stream'
import type { Actor, BrowserHandler } from '../../call/call'
import type { ServerContext } from '../../call/server-context'
import { answerToken } from '../../reports/answer-token'
import { archiveTrial } from './archive-trial'

const MEDIA_TYPE = 'application/zip'

/**
 * A whole trial, written while the browser reads it. The audit log has its beginning before the first byte leaves, and
 * its seal before the last: an aborted download is recorded as begun.
 */
export const sendTrialArchive: BrowserHandler<typeof endpoint> = ({ context, parameters, query, request_id }) => {
  const { trial_id } = parameters
  const call = { context, parameters, token: query.token, request_id }
  return answerToken(call, endpoint.needs, { report: 'archive', trial_id }, async ({ actor, view, reading }) => {
    const trial = await reading.read((queries) => findTrial(queries, trial_id))
    if (!trial) return refused(refusal('not_found'))
    if (!mayArchive(trial)) return refused(refusal('archive_not_allowed'))
    const recordArchive = recorder(context, { actor, view, request_id })
    await recordArchive(`Download of the archive of trial ${trial_id} begun`)
    const made_at = context.now()
    const verifier = await context.readVerifier()
    const content = zipStream({ folder: `trial-${trial_id}`, made_at }, async (place) => {
      try {
        const archive = { files: hashedFiles(place), trial_id, made_at, version: context.version, verifier }
        const sealed = await archiveTrial({ config: context.config, reading }, archive)
        if (!sealed.ok) throw new Error(sealed.refusal)
        // The reading place is released before the wait for a connection to write.
        await reading.end()
        await recordArchive(`Trial archived in a file with the seal ${sealed.value}`)
      } finally {
        await reading.end()
      }
    })
    return accepted({ media_type: MEDIA_TYPE, name: 'archive.zip', content })
  })
}

type Taker = { actor: Actor; view: AuditView; request_id: string }

const recorder =
  (context: ServerContext, { actor, view, request_id }: Taker) =>
  async (description: string) => {
    await inTransaction(context.database, async (transaction) => {
      const entry = auditEntry({ actor, now: context.now(), request_id }, view, { kind: 'trial_archived', description })
      await appendAudit(transaction, entry)
      return accepted(null)
    })
  }
