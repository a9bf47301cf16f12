-- What the service does by itself ------------------------------------------------------------------------------------------

-- One row for each job that is done at its hours by whichever process comes first.
create table jobs (
  name text primary key,
  -- The last of its hours for which it was done.
  done_for timestamptz(3),
  -- The number of the last claim, so that who lost his to another can tell; and until when it holds, or until when nobody
  -- tries again where the run failed.
  claim bigint not null default 0,
  claimed_until timestamptz(3)
);

-- Inactive and Active packs by the day on which they expire.
create index study_packs_expiring on study_packs (expire_on, trial_id)
  where study_pack_status_id in (1, 2) and expire_on is not null;

-- Where stock is low and people were told so: of a site, or of a whole trial where the site is null. The row goes when stock
-- has risen again, and the next fall is told anew.
create table stock_alerts (
  trial_id bigint not null references trials,
  site_id bigint references sites,
  raised_at timestamptz(3) not null
);
create unique index stock_alerts_once on stock_alerts (trial_id, coalesce(site_id, 0));
