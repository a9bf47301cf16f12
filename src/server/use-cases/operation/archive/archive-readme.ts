import { trialStatusName } from '../../../ground/stored-names'
import type { WholeTrial } from '../../../ground/db/trials'

type Facts = { made_at: string; version: string; rows: Readonly<Record<string, number>> }

/** The description in the archive of a trial, for readers decades later who know nothing of the portal. */
export const archiveReadme = (
  trial: WholeTrial,
  { made_at, version, rows }: Facts,
): string => `ARCHIVE OF A RANDOMISED TRIAL

Trial ${trial.id}: ${trial.title}
Registration: ${trial.study_registration_no ?? 'none stated'}
Status: ${trialStatusName(trial.trial_status_id)}
Read at ${made_at} (UTC) from Equipoise ${version}.
${trial.seed_revealed_at === null ? `\nThe secret of the allocations was not revealed by then. The verifier can check the chain of the ledger, but not\nrepeat the draws. Reveal the seed in the portal, and make the archive again.\n` : ''}
Everything here is UNBLINDED, and has names of people. Store it as safely as the other records of the trial.


WHAT IS HERE.

The participants in their order, with the study group of each: participants.csv.
Every allocation, in the order of the draws: ledger.json.
What the portal stored, a table each, for a spreadsheet: tables/NAME.csv.
The same exactly as it was stored, a row on each line, in JSON: tables/NAME.jsonl.
The program that checks all this, with Node.js alone: verify-ledger.mjs.
A SHA-256 hash of each file: SHA256SUMS.

All files are text in UTF-8. Times are in UTC unless a heading names a zone.
In .csv files, a text that a spreadsheet would run as a formula begins with an apostrophe.

Each table has the number of its rows here:

${Object.entries(rows)
  .map(([name, count]) => `${name.padEnd(28)}${count}`)
  .join('\n')}

Columns that end in _by or with the name of another table refer to its rows.
The table audit_log says what was done, by whom and why.


WHAT IS NOT HERE.

Passwords, sessions and keys. The trial's own secret, unless it was revealed: then it is seed_hex in ledger.json. What was
done after the time above, such as the entry of the audit log that records this archive.


TO CHECK IT.

With Node.js 20 or later, in this folder:

    node verify-ledger.mjs .

It says whether a file was changed, lost or added.
Then it repeats every draw, and compares the list of participants with the ledger.
Without Node.js, "sha256sum --check SHA256SUMS" checks the files.

Whoever can change a file can change SHA256SUMS too. When this archive was made, the portal wrote the hash of SHA256SUMS
into the audit log of the trial. Compare it with that.

    node verify-ledger.mjs . --seal HASH


The comments of verify-ledger.mjs say how the allocations were drawn (RCT-ALLOC-1).
`
