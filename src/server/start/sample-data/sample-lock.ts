import { findTrialByTitle, lockSampleData } from '../../ground/db/sample-data'
import type { Queries, Transaction } from '../../ground/db/transaction'
import type { WholeTrial } from '../../ground/db/trials'
import { SAMPLE_ACCOUNTS, SAMPLE_ISSUER } from '../../doors/idp/sample-accounts'

const [ADMINISTRATOR] = SAMPLE_ACCOUNTS

/** Locks the loading of the sample until the transaction ends, and reads how far it was loaded. */
export const lockSample = (transaction: Transaction) =>
  lockSampleData(transaction, { issuer: SAMPLE_ISSUER, subject: ADMINISTRATOR.email })

/** A trial of the sample by its title, which nobody can change before the sample is complete. */
export const findSampleTrial = async (queries: Queries, title: string): Promise<WholeTrial> => {
  const trial = await findTrialByTitle(queries, title)
  if (trial) return trial
  throw new Error(`The sample data was begun by another version, without "${title}": start with an empty database`)
}
