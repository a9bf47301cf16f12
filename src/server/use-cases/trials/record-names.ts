import { findLedgerNames } from '../../ground/db/ledger-names'
import type { Transaction } from '../../ground/db/transaction'
import type { WholeTrial } from '../../ground/db/trials'
import type { ServerContext } from '../call/server-context'
import { inRecordOrder, type LedgerName } from '../../ground/ledger/ledger-names'
import { appendLedger } from './append-ledger'

/**
 * Records the names of a trial's study groups and sites in its ledger, where its records lack them: all of them at
 * Start, later those that are new or renamed. The trial must be as it is stored, under its lock. Returns it with the
 * new head of its ledger. A trial that was never started has nothing to record
 * (src/decisions/0043-names-in-the-ledger.md).
 */
export const recordNames = async (
  transaction: Transaction,
  context: ServerContext,
  trial: WholeTrial,
  now: string,
): Promise<WholeTrial> => {
  if (trial.ledger_head === null) return trial
  const recorded = new Map<string, LedgerName>()
  for (const one of await findLedgerNames(transaction, trial.id)) recorded.set(keyOfName(one), one)
  const names = namesOfTrial(trial).filter((one) => !isSameName(one, recorded.get(keyOfName(one))))
  if (names.length === 0) return trial
  return { ...trial, ...(await appendLedger(transaction, context, trial, [{ type: 'names', at: now, names }])) }
}

/** The names of a trial's study groups and sites, in the order in which a record hashes them. */
export const namesOfTrial = ({ study_groups, sites }: Pick<WholeTrial, 'study_groups' | 'sites'>): LedgerName[] =>
  inRecordOrder([
    ...study_groups.map(({ id, name, label }) => ({ kind: 'study_group' as const, id, name, label })),
    ...sites.map(({ id, title }) => ({ kind: 'site' as const, id, name: title, label: null })),
  ])

/** The key of a name: the kind and the id of its owner. */
export const keyOfName = ({ kind, id }: Pick<LedgerName, 'kind' | 'id'>): string => `${kind} ${id}`

export const isSameName = (one: LedgerName, other: LedgerName | undefined): boolean =>
  one.name === other?.name && one.label === other.label
