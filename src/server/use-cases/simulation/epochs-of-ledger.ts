import type { AllocationDesign } from '#domain/randomisation/design'
import { isBlockDesign } from '#domain/randomisation/block-sizes'
import { oneRatioDesigns } from '#domain/randomisation/ratios'
import type { GuessedEpoch, GuessedParticipant } from '#domain/simulation/guessed-epoch'
import type { CarriedDesign, CountMove } from '#domain/simulation/simulated-trial'
import { readLedgerRecord } from '../../ground/ledger/read-ledger-record'

type OpenEpoch = {
  design: AllocationDesign
  participants: GuessedParticipant[]
  moves: CountMove[]
  carried: CarriedDesign[]
}

/**
 * The epochs of a trial that have participants, read from the records of its ledger in order: who was drawn, what they got,
 * the design of their epoch, later settings that left its counts as they were, and the flags that moved them. A text that is no record is a defect.
 */
export const epochsOfLedger = (records: readonly string[]): readonly GuessedEpoch[] => {
  const epochs: OpenEpoch[] = []
  let design: AllocationDesign | null = null
  let current: number | null = null
  /** The counter of the last participant before the present epoch, and the participants out of the counts. */
  let before = 0
  const countedOut = new Set<number>()
  for (const text of records) {
    const read = readLedgerRecord(text)
    if (!read.ok) throw new Error(`The ledger contains something that is not a record: ${text.slice(0, 80)}`)
    const record = read.value
    if (record.type === 'settings') design = record.design
    // Block sizes that are carried are the same.
    if (record.type === 'carried' && record.epoch === current && design !== null && !isInBlocks(design)) {
      const epoch = epochs.at(-1)
      epoch?.carried.push({ drawn: epoch.participants.length, design })
    }
    if ((record.type === 'flag' || record.type === 'unflag') && record.steers === 1) {
      const by = countedOut.delete(record.counter) ? 1 : -1
      if (by < 0) countedOut.add(record.counter)
      const epoch = epochs.at(-1)
      const participant = record.counter - before - 1
      if (participant >= 0) epoch?.moves.push({ drawn: epoch.participants.length, participant, by })
    }
    if (record.type !== 'allocation' || design === null) continue
    if (record.epoch !== current) {
      epochs.push({ design, participants: [], moves: [], carried: [] })
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

const isInBlocks = (design: AllocationDesign): boolean =>
  oneRatioDesigns(design).some((one) => isBlockDesign(one.design))
