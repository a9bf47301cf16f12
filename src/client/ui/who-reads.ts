/** Shown beside every text that blinded people of the trial may read, before it is sent. */
export const EVERYONE_READS = 'Everyone in the trial can read this. Do not name the study group.'
