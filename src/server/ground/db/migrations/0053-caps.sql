-- Caps on the participants of a site and of an option of a stratum (decision 0098) ---------------------------------------------

alter table sites add column max_participants integer check (max_participants > 0);

alter table trial_stratum_options add column max_participants integer check (max_participants > 0);

alter table trials
  add column cap_notice_percent integer not null default 90 check (cap_notice_percent between 1 and 100);
