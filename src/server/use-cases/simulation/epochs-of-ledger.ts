import type { AllocationDesign } from '#domain/randomisation/design'
import type { GuessedEpoch, GuessedParticipant } from '#domain/simulation/epoch-rates'
import type { CountMove } from '#domain/simulation/simulated-trial'
import { readLedgerRecord } from '../../ground/ledger/read-ledger-record'

/**
 * The epochs of a trial that have participants, read from the records of its ledger in order: who was drawn, what they got,
 * the design of their epoch, and the flags that moved its counts. A text that is no record is a defect.
 */
export const epochsOfLedger = (records: readonly string[]): readonly GuessedEpoch[] => {
  const epochs: { design: AllocationDesign; participants: GuessedParticipant[]; moves: CountMove[] }[] = []
  let design: AllocationDesign | null = null
  let current: number | null = null
  /** The counter of the last participant before the epoch under way, and who is counted out. */
  let before = 0
  const countedOut = new Set<number>()
  for (const text of records) {
    const read = readLedgerRecord(text)
    if (!read.ok) throw new Error(`The ledger contains something that is not a record: ${text.slice(0, 80)}`)
    const record = read.value
    if (record.type === 'settings') design = record.design
    if ((record.type === 'flag' || record.type === 'unflag') && record.steers === 1) {
      const by = countedOut.delete(record.counter) ? 1 : -1
      if (by < 0) countedOut.add(record.counter)
      const epoch = epochs.at(-1)
      const participant = record.counter - before - 1
      if (participant >= 0) epoch?.moves.push({ drawn: epoch.participants.length, participant, by })
    }
    if (record.type !== 'allocation' || design === null) continue
    if (record.epoch !== current) {
      epochs.push({ design, participants: [], moves: [] })
      before = record.counter - 1
    }
    current = record.epoch
    epochs.at(-1)?.participants.push({
      site_id: record.site,
      options: record.options.map(({ stratum, option }) => ({
        trial_stratum_id: stratum,
        trial_stratum_option_id: option,
      })),
      arm: record.arm,
    })
  }
  return epochs
}
