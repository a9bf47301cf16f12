-- What a nightly check found to be wrong, until somebody acknowledges it.
-- No foreign key to trials: a chain that was tampered with may name a trial that never was.
create table alarms (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('ledger', 'audit_log')),
  -- Null for the entries of the audit log that belong to no trial.
  trial_id bigint,
  first_seen_at timestamptz(3) not null,
  last_seen_at timestamptz(3) not null,
  acknowledged_at timestamptz(3),
  acknowledged_by bigint references users,
  reason text,
  constraint alarms_ledger_has_trial check (kind <> 'ledger' or trial_id is not null),
  constraint alarms_acknowledged_with_reason check (
    num_nonnulls(acknowledged_at, acknowledged_by, reason) in (0, 3)
  )
);
-- One open alarm for each kind and subject. No trial has the number 0.
create unique index alarms_open on alarms (kind, coalesce(trial_id, 0)) where acknowledged_at is null;
create index alarms_acknowledged_by on alarms (acknowledged_by);

-- Backups that the command has read back and stored.
create table backups (
  id bigint generated always as identity primary key,
  -- The moment whose rows it has.
  made_at timestamptz(3) not null,
  finished_at timestamptz(3) not null
);

-- How the last run of a job went; `checked` and the others are counts of the last complete run of a check.
alter table jobs
  add column run_started_at timestamptz(3),
  add column run_ended_at timestamptz(3),
  add column outcome text check (outcome in ('done', 'failed', 'broken_off')),
  add column failures bigint not null default 0,
  add column done_at timestamptz(3),
  add column checked bigint,
  add column wrong bigint,
  add column unchecked bigint;
