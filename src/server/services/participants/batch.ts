import type { AuditEntry } from '../../audit/audit-entry'
import type { DrawFacts, TrialState } from '../../db/allocations'
import type { NewKey } from '../../db/idempotency-keys'
import type { NewMessage } from '../../db/messages'
import type { ParticipantRow } from '../../db/participants'
import type { NewParticipant } from '../../db/save-allocations'
import type { Transaction } from '../../db/transaction'
import type { ServerContext } from '../../server-context'
import type { LedgerLink } from '../../rct-alloc/ledger-chain'
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
