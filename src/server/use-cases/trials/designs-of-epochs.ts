import type { AllocationDesign } from '#domain/randomisation/design'
import { readLedgerRecord } from '../../ground/ledger/read-ledger-record'

/**
 * The design of each epoch, by its number, from the settings and epochs of a ledger in order. A change of the design
 * within an epoch never affects a ratio, so the first one counts. A text that is no record is a defect.
 */
export const designsOfEpochs = (records: readonly string[]): ReadonlyMap<number, AllocationDesign> => {
  const designs = new Map<number, AllocationDesign>()
  let latest: AllocationDesign | null = null
  for (const text of records) {
    const read = readLedgerRecord(text)
    if (!read.ok) throw new Error(`The ledger contains something that is not a record: ${text.slice(0, 80)}`)
    if (read.value.type === 'settings') latest = read.value.design
    if (latest === null) continue
    const epoch = read.value.type === 'epoch' ? read.value.epoch : FIRST_EPOCH
    if (read.value.type === 'epoch' || designs.size === 0) designs.set(epoch, latest)
  }
  return designs
}

/** It begins with the first record; every other epoch has a record of its own. */
const FIRST_EPOCH = 1
