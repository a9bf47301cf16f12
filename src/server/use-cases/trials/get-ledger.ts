import { refusal } from '#contract/errors'
import type { getLedger as endpoint, Ledger } from '#contract/ledger'
import { grouped } from '#domain/grouped'
import { accepted, refused } from '#domain/outcome'
import { auditEntry } from '../../ground/audit/audit-entry'
import { findLists, type StoredList } from '../../ground/db/allocation-lists'
import { appendAudit } from '../../ground/db/audit-log'
import { findLedgerRecords } from '../../ground/db/ledger'
import { findLedgerNames } from '../../ground/db/ledger-names'
import { inTransaction, type Queries } from '../../ground/db/transaction'
import { findTrial, type WholeTrial } from '../../ground/db/trials'
import type { ReadHandler } from '../call/call'
import type { SeedKeys } from '../../ground/secrets/seed-keys'
import { genesisOfLedger } from '../../ground/ledger/read-ledger-record'
import { listText } from '../../ground/ledger/ledger-list'
import { contentOfList } from './own-lists/stored-lists'
import { seedOf } from './secret-keys'

/**
 * A trial's ledger up to the request, with everything else that the verifier needs. Recorded in the audit log before it leaves: it has
 * every allocation, and after the reveal the seed (src/decisions/0019-exports.md).
 */
export const getLedger: ReadHandler<typeof endpoint> = async ({ context, parameters, actor, view, request_id }) => {
  const { queries } = context.database
  const trial = await findTrial(queries, parameters.trial_id)
  if (!trial) return refused(refusal('not_found'))
  const ledger = await ledgerOf(queries, context.config, trial)
  await inTransaction(context.database, async (transaction) => {
    const description = `Ledger of trial ${trial.id} downloaded${ledger.seed_hex === null ? '' : ' with its seed'}`
    const entry = auditEntry({ actor, now: context.now(), request_id }, view, {
      kind: 'report_downloaded',
      description,
    })
    await appendAudit(transaction, entry)
    return accepted(null)
  })
  return accepted(ledger)
}

/** The ledger of a trial in the form of its download. */
export const ledgerOf = async (queries: Queries, config: SeedKeys, trial: WholeTrial): Promise<Ledger> => {
  const { trial_uuid, commitment, nonce_hex, ledger_length, ledger_head } = trial
  const links = await findLedgerRecords(queries, trial.id, { after: 0, upTo: ledger_length })
  const [first] = links
  const isRevealed = trial.seed_revealed_at !== null
  // Before the reveal only the hashes: with its names, the ledger would reveal to an outsider which id is which
  // treatment.
  const names = grouped(isRevealed ? await findLedgerNames(queries, trial.id) : [], ({ record_no }) => record_no)
  const lists = new Map((isRevealed ? await findLists(queries, trial.id) : []).map((list) => [list.record_no, list]))
  return {
    construction: 'RCT-ALLOC-1',
    trial_id: trial.id,
    title: trial.title,
    trial_uuid,
    commitment,
    nonce_hex,
    seed_hex: isRevealed ? Buffer.from(seedOf({ config }, trial)).toString('hex') : null,
    genesis: first ? genesisOfLedger(commitment, first.rec) : null,
    length: ledger_length,
    head: ledger_head,
    records: links.map(({ i, rec, leaf, hash }) => {
      const named = names.get(i)
      const list = lists.get(i)
      return {
        i,
        record: rec,
        leaf,
        head: hash,
        ...(named && { names: named.map(({ name, label }) => ({ name, label })) }),
        ...(list && { list: openedList(config, trial, list) }),
      }
    }),
  }
}

/** The rows behind the hash of a list. */
const openedList = (config: SeedKeys, trial: WholeTrial, list: StoredList) => {
  const { salt_hex, groups, strata } = contentOfList({ config }, trial, list)
  return { salt_hex, groups: groups.map((ids) => [...ids]), strata: listText(strata) }
}
