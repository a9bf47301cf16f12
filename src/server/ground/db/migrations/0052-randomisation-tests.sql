-- A randomisation test of a trial: its sequence drawn again so many times from a seed, over the ledger up to a head.
create table randomisation_tests (
  id bigint generated always as identity primary key,
  trial_id bigint not null references trials,
  created_by bigint not null references users,
  created_at timestamptz(3) not null,
  replicates integer not null check (replicates > 0),
  seed bigint not null check (seed >= 0),
  participants integer not null check (participants > 0),
  ledger_length bigint not null,
  ledger_head text not null,
  software_version text not null,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed', 'cancelled')),
  replicates_done integer not null default 0,
  -- When the process that works on it last said so: silent for long, it is gone.
  heard_at timestamptz(3),
  -- The study groups of each cell, which a draw of the reference set is an index of.
  cells jsonb check (jsonb_typeof(cells) = 'array'),
  constraint randomisation_tests_done_have_cells check (state <> 'done' or cells is not null)
);
create index randomisation_tests_trial on randomisation_tests (trial_id);
create index randomisation_tests_created_by on randomisation_tests (created_by);
create index randomisation_tests_waiting on randomisation_tests (id) where state = 'waiting';

-- Its reference set, so many whole replicates a piece, each draw packed into bits.
create table reference_set_pieces (
  randomisation_test_id bigint not null references randomisation_tests on delete cascade,
  piece integer not null check (piece >= 0),
  packed bytea not null,
  primary key (randomisation_test_id, piece)
);
