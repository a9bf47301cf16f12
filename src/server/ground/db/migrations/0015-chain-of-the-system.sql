-- The chain of what belongs to no trial is there from the first day, as that of a trial is from the trial's, so that it is missed
-- where it was removed whole. Its head before the first entry is `genesisOf` (`src/server/audit/audit-entry.ts`).
insert into audit_chains (chain, length, head)
values (0, 0, encode(sha256('EQUIPOISE-AUDIT-1|genesis|0'), 'hex'))
on conflict (chain) do nothing;
