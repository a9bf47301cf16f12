-- Links that show a trial's totals on a screen in a corridor, until somebody ends them. Only the hash of a link's secret is stored.
create table wall_views (
  id bigint generated always as identity primary key,
  trial_id bigint not null references trials,
  token_hash bytea not null unique check (length(token_hash) = 32),
  created_at timestamptz(3) not null,
  created_by bigint not null references users,
  ended_at timestamptz(3),
  ended_by bigint references users,
  constraint wall_views_ended_by_somebody check ((ended_at is null) = (ended_by is null))
);
create index wall_views_open on wall_views (trial_id, id) where ended_at is null;
create index wall_views_trial on wall_views (trial_id);
create index wall_views_created_by on wall_views (created_by);
create index wall_views_ended_by on wall_views (ended_by);
