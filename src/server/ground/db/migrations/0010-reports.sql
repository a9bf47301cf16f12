-- Reports ------------------------------------------------------------------------------------------------------------------

-- Tokens for downloads, as hashes: each stands for a session, a trial (null: the whole system) and a report, and goes when it
-- is used.
create table report_tokens (
  token_hash bytea primary key,
  session_id uuid not null references sessions,
  trial_id bigint references trials,
  report text not null,
  issued_at timestamptz(3) not null
);
create index report_tokens_age on report_tokens (issued_at);
