-- Where an external account was opened from: the account and the address of the network together, as a hash. A stranger elsewhere
-- who keeps trying passwords does not keep out who opened it from there (decision 0048).
create table external_account_places (
  subject_hash bytea primary key,
  account_id uuid not null references external_accounts,
  opened_at timestamptz(3) not null
);
create index external_account_places_account on external_account_places (account_id);
create index external_account_places_age on external_account_places (opened_at);
