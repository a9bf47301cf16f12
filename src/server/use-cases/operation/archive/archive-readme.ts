import { trialStatusOfId } from '#domain/trials/trial-status'
import type { WholeTrial } from '../../../ground/db/trials'

type Facts = { made_at: string; version: string; rows: Readonly<Record<string, number>> }

/** What the archive of a trial says of itself, for somebody who has it decades later and knows nothing of the portal. */
export const archiveReadme = (
  trial: WholeTrial,
  { made_at, version, rows }: Facts,
): string => `ARCHIVE OF A RANDOMISED TRIAL

Trial ${trial.id}: ${trial.title}
Registration: ${trial.study_registration_no ?? 'none stated'}
Status: ${trialStatusOfId(trial.trial_status_id)?.name ?? trial.trial_status_id}
Read at ${made_at} (UTC) from Equipoise ${version}.
${trial.seed_revealed_at === null ? `\nThe secret of the allocations was not revealed by then. The verifier can check the chain of the ledger, but not\nrepeat the draws. Reveal the seed in the portal, and make the archive again.\n` : ''}
Everything here is UNBLINDED, and has names of people. Keep it as the records of the trial are kept.


WHAT IS HERE

participants.csv     the participants in their order, with the study group of each
ledger.json          every allocation, in the order of the draws, each linked to the one before
tables/NAME.csv      what the portal stored, a table each, for a spreadsheet or a statistics program
tables/NAME.jsonl    the same exactly as it was stored: on each line one row, in JSON
verify-ledger.mjs    the program that checks all this; it needs Node.js alone, no network and no portal
SHA256SUMS           a SHA-256 hash of each file

All files are text in UTF-8. Times are in UTC unless a heading names a zone. A text that a spreadsheet would run as a
formula has an apostrophe before it in .csv files; .jsonl files have it as it was.

Each table has the number of its rows here:

${Object.entries(rows)
  .map(([name, count]) => `${name.padEnd(28)}${count}`)
  .join('\n')}

A column whose name ends in _id or _by has the id of a row in another table: site_id one of sites, user_id and
created_by one of users, study_group_id one of study_groups. audit_log is what was done, by whom and why.


WHAT IS NOT HERE

Passwords, sessions and keys. The trial's own secret, unless it was revealed: then it is seed_hex in ledger.json. What was
done after the time above, such as the entry of the audit log that tells of this archive.


TO CHECK IT

With Node.js 20 or later, in this folder:

    node verify-ledger.mjs .

It says whether a file was changed, lost or added, whether every allocation follows from the secret, and whether the list
of participants agrees with the ledger. Without Node.js, "sha256sum --check SHA256SUMS" checks the files.

Whoever can change a file can change SHA256SUMS too. When this archive was made, the portal printed the hash of
SHA256SUMS and wrote it to its audit log. Compare it with that:

    node verify-ledger.mjs . --seal HASH

How the allocations were drawn is described in full under the name RCT-ALLOC-1, and in the comments of
verify-ledger.mjs.
`
