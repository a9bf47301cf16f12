import type { RecordedDesign } from '#domain/documents/report-figures'
import { readLedgerRecord } from '../../../ground/ledger/read-ledger-record'

/**
 * The designs of a ledger with the epochs that they begin or belong to, from its records that have a design, begin an epoch or carry its
 * counts, in order. A design that begins an epoch, or carries counts, is followed by the record of that. A text that is no record is a
 * defect and throws.
 */
export const recordedDesigns = (records: readonly { record_no: number; record: string }[]): RecordedDesign[] => {
  const designs: RecordedDesign[] = []
  let epoch = FIRST_EPOCH
  for (const { record_no, record } of records) {
    const read = readLedgerRecord(record)
    if (!read.ok) throw new Error(`record ${record_no} of a ledger cannot be read`)
    const { value } = read
    if (value.type === 'settings') {
      const counts = designs.length === 0 ? 'begin_again' : 'unchanged'
      designs.push({ record_no, at: value.at, epoch, design: value.design, counts })
    }
    if (value.type !== 'epoch' && value.type !== 'carried') continue
    epoch = value.epoch
    const last = designs.pop()
    if (last) designs.push({ ...last, epoch, counts: value.type === 'epoch' ? 'begin_again' : 'carried' })
  }
  return designs
}

/** It begins with the first record; every other has a record of its own. */
const FIRST_EPOCH = 1
