-- Participants who wait for a place in a trial (decision 0106). A row goes once its participant is randomised or removed from the list.

create table waiting_participants (
  id bigint generated always as identity primary key,
  trial_id bigint not null references trials,
  site_id bigint not null,
  participant_id text not null,
  comparable_id text not null,
  -- The option at each stratum. Not by keys: the strata of a trial without participants may still change.
  answers jsonb not null check (jsonb_typeof(answers) = 'array'),
  comment text,
  created_at timestamptz(3) not null,
  created_by bigint not null references users,
  constraint waiting_participants_wait_once unique (trial_id, comparable_id),
  constraint waiting_participants_site_of_trial foreign key (site_id, trial_id) references sites (id, trial_id)
);
create index waiting_participants_in_order on waiting_participants (trial_id, id);
create index waiting_participants_site on waiting_participants (site_id, trial_id);
create index waiting_participants_created_by on waiting_participants (created_by);
