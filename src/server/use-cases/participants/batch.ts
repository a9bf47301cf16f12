import type { AuditEntry } from '../../ground/audit/audit-entry'
import type { DrawFacts, TrialState } from '../../ground/db/allocations'
import type { NewKey } from '../../ground/db/idempotency-keys'
import type { NewMessage } from '../../ground/db/messages'
import type { ParticipantRow } from '../../ground/db/participants'
import type { NewParticipant } from '../../ground/db/save-allocations'
import type { Transaction } from '../../ground/db/transaction'
import type { ServerContext } from '../call/server-context'
import type { LedgerLink } from '../../ground/ledger/ledger-chain'
import type { TrialSetup } from './trial-setup'

/** One participant drawn in a batch: as it will be shown, as it will be stored, and the key that asked for it. */
export type Drawn = { row: ParticipantRow; stored: NewParticipant; key: NewKey | null }

/** One batch at a trial: where it stood, and all that has come of the requests so far. Written only at its end. */
export type Batch = {
  context: ServerContext
  transaction: Transaction
  setup: TrialSetup
  drawFacts: DrawFacts
  /** When the request in hand is judged: one clock for all of them, so that numbers and times run alike. */
  now: string
  trialState: TrialState
  states: Map<string, object>
  drawn: Drawn[]
  links: LedgerLink[]
  audit: AuditEntry[]
  messages: NewMessage[]
}

export const beginBatch = (
  facts: Pick<Batch, 'context' | 'transaction' | 'setup' | 'drawFacts' | 'now' | 'trialState'>,
): Batch => ({ ...facts, states: new Map(), drawn: [], links: [], audit: [], messages: [] })
