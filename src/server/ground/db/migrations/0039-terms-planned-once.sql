-- The terms of an audit entry, planned once a session ---------------------------------------------------------------------------

-- The very terms of 0014, so that the index over them stands. A function in SQL is planned anew for every entry that is stored, which
-- took more of a randomisation than any other part of storing it; one in PL/pgSQL is planned once a session.
create or replace function audit_terms(
  id bigint, chain bigint, user_id bigint, kind text, description text, changes jsonb
) returns tsvector language plpgsql immutable parallel safe cost 10000 as $$
begin
  return array_to_tsvector(array(
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
  ));
end
$$;
