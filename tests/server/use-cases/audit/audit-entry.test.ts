import { expect, test } from 'vitest'
import { auditEntry, byService, genesisOf, nextHead } from '../../../../src/server/ground/audit/audit-entry'

/* Entries that version 2.11.7 hashed to these heads. A chain that it began must go on with entries of this version. */

const call = { actor: { user_id: 7 }, now: '2026-11-21T05:03:00.000Z', request_id: 'f3a1' }
const trial = { trial_id: 3, permission: { role: { title: 'Site user' } } }
const system = { permission: { role: { title: 'System administrator' } } }

test.each([
  [
    'of a trial',
    auditEntry(call, trial, {
      kind: 'participant_flagged',
      description: 'Participant 12 flagged in trial 3',
      changes: [{ field: 'flag_status', old: 'Unflagged', new: 'Flagged' }],
      reason: 'Withdrew',
    }),
    'd91e2ed3b19eff1a9c950e515bbe81278c3ba1bcf335d6deff9fed78a34d531c',
  ],
  [
    'of an act on packs',
    auditEntry(call, trial, {
      kind: 'study_packs_dispensed',
      description: 'Study pack PK-1 dispensed in trial 3',
      changes: [{ field: 'study_packs.PK-1.study_pack_status_id', old: 5, new: 6 }],
      writer_sight: 'nothing',
    }),
    '07efb7ccdfd7fcf0f4b8d08b615b4655ebdea9423d5cf6a92ab78180373eb588',
  ],
  [
    'of an import with more changes than are hashed at once',
    auditEntry(call, trial, {
      kind: 'study_packs_imported',
      description: 'Packs imported',
      changes: Array.from({ length: 1201 }, (_, index) => ({
        field: `study_packs.PK-${index}.study_pack_status_id`,
        old: null,
        new: 1,
      })),
    }),
    '24efc3ac9f7dd7d67291964d662ab4d4fe3cf4afa480e5e8387999caf58b267b',
  ],
  [
    'of a trial that the system’s administrator made',
    auditEntry(call, system, { kind: 'trial_created', description: 'Trial 4 created: Étude', trial_id: 4 }),
    '90c367296242e4cc16a415d166395773a9ffc6d8e2581b578cdec90fe8cb7491',
  ],
  [
    'of the system',
    auditEntry(call, system, { kind: 'message_broadcast', description: 'Message broadcast' }),
    '54cdcb162b4bcef2999896debb39923d25b0d572f879540cbc2832b9853cf2b9',
  ],
  [
    'without a right',
    auditEntry(call, null, { kind: 'signed_out', description: 'Amara Hughes signed out' }),
    '72a4ec5182bf19faf711115aeb56f004baf3efe8b1a695078eacb1db8a1beb14',
  ],
  [
    'of nobody',
    auditEntry(byService(call.now), null, {
      kind: 'ledger_head_published',
      description: 'Head of the ledger of trial 3 sent to its people',
      trial_id: 3,
      reason: undefined,
    }),
    '3e338a3fc895c013c6acd68f3c4ee59954ce613a4d21a86797579d79e698c830',
  ],
])('an entry %s is hashed as before', (_, entry, head) => {
  expect(nextHead(genesisOf(3), 1, entry)).toBe(head)
})
