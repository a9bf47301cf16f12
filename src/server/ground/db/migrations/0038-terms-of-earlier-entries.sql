-- Terms of the entries from before 0037. Entries are added meanwhile, with terms of their own.
insert into audit_search (audit_log_id, created_at, terms)
  select id, created_at, terms_of_entry(audit_log) from audit_log
  where not exists (select from audit_search where audit_log_id = audit_log.id)
  on conflict do nothing;
analyze audit_search;
