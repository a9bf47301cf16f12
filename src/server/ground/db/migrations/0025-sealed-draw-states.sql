-- What draws leave for the next ones is sealed with SEED_KEY (decision 0037). SQL has no key: each start seals what stands in the
-- clear before it serves, and nothing reads a clear state after that.
alter table stratum_states
  add column sealed bytea,
  alter column state drop not null,
  add constraint stratum_states_sealed_or_clear check ((sealed is null) <> (state is null));
create index stratum_states_clear on stratum_states (trial_id) where sealed is null;
