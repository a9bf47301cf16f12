import type { AllocationDesign } from '#domain/randomisation/design'
import type { GuessedEpoch, GuessedParticipant } from '#domain/simulation/epoch-rates'
import { readLedgerRecord } from '../rct-alloc/read-ledger-record'

/**
 * The epochs of a trial that have participants, read from the records of its ledger in order: who was drawn, what he got,
 * and the design of his epoch. A text that is no record is a defect.
 */
export const epochsOfLedger = (records: readonly string[]): readonly GuessedEpoch[] => {
  const epochs: { design: AllocationDesign; participants: GuessedParticipant[] }[] = []
  let design: AllocationDesign | null = null
  let current: number | null = null
  for (const text of records) {
    const read = readLedgerRecord(text)
    if (!read.ok) throw new Error(`The ledger holds what is no record: ${text.slice(0, 80)}`)
    const record = read.value
    if (record.type === 'settings') design = record.design
    if (record.type !== 'allocation' || design === null) continue
    if (record.epoch !== current) epochs.push({ design, participants: [] })
    current = record.epoch
    epochs.at(-1)?.participants.push({
      site_id: record.site,
      options: record.options.map(({ stratum, option }) => ({
        trial_stratum_id: stratum,
        trial_stratum_option_id: option,
      })),
      group_ids: record.groups,
    })
  }
  return epochs
}
