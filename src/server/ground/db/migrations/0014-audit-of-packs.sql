-- Finding audit entries by packs, and by whose they are -----------------------------------------------------------------------

-- As in 0009, and besides: an entry about a randomisation is found by the packs that were given, and one about packs by the
-- participants who have them, where it names them (`src/server/audit/pack-of-participant.ts`). Entries written before that name
-- neither; they are never changed, so every one of them has the very terms that it had, and the index over them stands.
-- Of participants there are as many terms as a call can name packs, which keeps within the size of a tsvector.
create or replace function audit_terms(
  id bigint, chain bigint, user_id bigint, kind text, description text, changes jsonb
) returns tsvector language sql immutable parallel safe cost 10000 as $$
  select array_to_tsvector(array(
    select unnest(array['b' || id / 32768, 'c' || chain, 'k' || kind])
    union select 'u' || user_id where user_id is not null
    union select 'w' || left(word, 100) from unnest(regexp_split_to_array(lower(description), '[^[:alnum:]]+')) as word
      where word <> '' and kind <> 'self_check_failed'
    union select 'p' || substring(description from '[Pp]articipant (\d+) ')
      where kind ~ '^(randomised|randomisation_error|participant_|inadvertent_unblinding)'
        and description ~ '[Pp]articipant \d+ '
    union select * from (
      select distinct 'p' || (change ->> 'new')
      from jsonb_array_elements(changes) as change
      where kind like 'study_pack%' and change ->> 'field' ~ '^study_packs\..*\.trial_sequence_no$'
        and change ->> 'new' is not null
      limit 20000
    ) as participants
    union select * from (
      select distinct 's' || left(md5(lower(substring(change ->> 'field' from '^study_packs\.(.*)\.[a-z_]+$'))), 8)
      from jsonb_array_elements(changes) as change
      where (kind like 'study_pack%' or kind = 'randomised') and change ->> 'field' ~ '^study_packs\..*\.[a-z_]+$'
      limit 80000
    ) as packs
    union select 's' || left(md5(lower(substring(description from '^Study pack (.*) confirmed by '))), 8)
      where kind = 'study_pack_checked'
  ))
$$;
