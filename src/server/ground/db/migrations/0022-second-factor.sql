-- The second factor of external user accounts ------------------------------------------------------------------------------

-- Whose factor an administrator took away: a new one is set up at the next sign-in.
alter table external_accounts add column factor_reset_at timestamptz(3);

create table external_account_factors (
  account_id uuid primary key references external_accounts,
  -- Sealed under the seed key.
  secret_encrypted bytea not null,
  -- The last step of thirty seconds whose code was used (RFC 6238): each code works once.
  last_step bigint not null,
  created_at timestamptz(3) not null
);

-- Codes for a lost phone, as hashes. Each works once.
create table external_account_recovery_codes (
  account_id uuid not null references external_account_factors on delete cascade,
  code_hash bytea not null,
  used_at timestamptz(3),
  primary key (account_id, code_hash)
);

-- What a browser may go on with after the right password: a sign-in, or the page of the account.
create table external_account_visits (
  token_hash bytea primary key,
  account_id uuid not null references external_accounts,
  -- The sign-in that waits for the second factor; null on the page of the account.
  state_hash bytea,
  -- The secret of the factor that can be set up in it, sealed under the seed key.
  secret_encrypted bytea not null,
  -- Whether the factor was proved in this visit.
  is_proved boolean not null,
  expires_at timestamptz(3) not null
);
create index external_account_visits_account on external_account_visits (account_id);
create index external_account_visits_age on external_account_visits (expires_at);
