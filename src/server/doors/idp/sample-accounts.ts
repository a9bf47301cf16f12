/** The people of a sample instance, in the order in which they are offered. */
export const SAMPLE_ACCOUNTS = [
  {
    key: 'administrator',
    email: 'administrator@example.org',
    name: 'Grace Okafor',
    may: 'System administrator: creates trials, starts and pauses them, sees everything',
  },
  {
    key: 'coordinator',
    email: 'coordinator@example.org',
    name: 'Daniel Lindqvist',
    may: 'Trial administrator: runs a trial at all its sites, with reports and strata',
  },
  {
    key: 'nurse',
    email: 'nurse@example.org',
    name: 'Amara Hughes',
    may: 'Site user: randomises participants at one hospital',
  },
  {
    key: 'pharmacist',
    email: 'pharmacist@example.org',
    name: 'Marco Bellini',
    may: 'Site user who also looks after the study packs',
  },
  {
    key: 'monitor',
    email: 'monitor@example.org',
    name: 'Ingrid Sørensen',
    may: 'Trial viewer: sees the trial, and flags participants',
  },
  {
    key: 'blinded-nurse',
    email: 'blinded-nurse@example.org',
    name: 'Priya Raman',
    may: 'Site user who randomises without ever seeing a study group',
  },
  {
    key: 'unblinder',
    email: 'unblinder@example.org',
    name: 'Thomas Achterberg',
    may: 'Blinded user who may unblind a participant in an emergency',
  },
] as const

export type SampleAccount = (typeof SAMPLE_ACCOUNTS)[number]
export type SampleAccountKey = SampleAccount['key']

/**
 * The issuer of accounts of the sample provider. It is no address, so that they stay the same people when `PUBLIC_URL` changes,
 * and no real provider can ever sign in as them.
 */
export const SAMPLE_ISSUER = 'urn:equipoise:sample-accounts'

export const sampleAccountOfEmail = (email: string): SampleAccount | undefined =>
  SAMPLE_ACCOUNTS.find((account) => account.email === email)
