-- The names that a record of kind `names` has hashes of, in the order in which it has them. The hash alone is in the ledger until the
-- seed is revealed. No reference to groups: one may be removed before anybody is randomised, and its record stays.
create table ledger_names (
  trial_id bigint not null references trials,
  record_no bigint not null,
  place integer not null,
  kind text not null check (kind in ('study_group', 'site')),
  named_id bigint not null,
  name text not null,
  label text,
  primary key (trial_id, record_no, place)
);

create trigger ledger_names_are_append_only before update or delete on ledger_names
  for each row execute function refuse_change();
create trigger ledger_names_are_never_emptied before truncate on ledger_names
  for each statement execute function refuse_change();
