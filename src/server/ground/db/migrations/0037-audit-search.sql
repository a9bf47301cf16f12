-- By what an entry of the audit log is found (decision 0057): terms that the program writes beside it, outside what is hashed. A term's
-- first letter says of what it is: `src/server/ground/audit/search-terms.ts`.
create table audit_search (
  audit_log_id bigint primary key references audit_log,
  created_at timestamptz(3) not null,
  terms tsvector not null
);
-- A search reads all that is not yet in the tree: few of it, as in 0009.
create index audit_search_terms on audit_search using gin (terms) with (gin_pending_list_limit = 256);
create index audit_search_days on audit_search (created_at);

-- A server of the version before stores entries without terms: they get those that its own index has. So do entries of before.
create function terms_of_entry(entry audit_log) returns tsvector language sql immutable parallel safe as $$
  select ts_delete(
      audit_terms(entry.id, entry.chain, entry.user_id, entry.kind, entry.description, entry.changes),
      'b' || entry.id / 32768
    ) || array_to_tsvector(array_remove(array['g' || entry.writer_sight], null))
$$;

create function add_missing_terms() returns trigger language plpgsql as $$
begin
  insert into audit_search (audit_log_id, created_at, terms)
    select added.id, added.created_at, terms_of_entry(added::audit_log) from added
    where not exists (select from audit_search where audit_log_id = added.id);
  return null;
end
$$;
create trigger audit_log_has_terms after insert on audit_log
  referencing new table as added for each statement execute function add_missing_terms();

-- Who may add entries may add their terms at once: a server of before goes on under its own role.
do $$
declare
  who text;
begin
  for who in
    select distinct grantee::regrole::text
    from pg_class cross join aclexplode(relacl)
    where oid = 'audit_log'::regclass and privilege_type = 'INSERT' and grantee <> 0 and grantee <> relowner
  loop
    execute format('grant select, insert on audit_search to %s', who);
  end loop;
end
$$;
