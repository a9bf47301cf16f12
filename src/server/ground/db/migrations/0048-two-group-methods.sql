-- Methods for two groups of equal weight (decision 0084) ----------------------------------------------------------------------

alter table trials
  drop constraint trials_randomisation_method_listed,
  add constraint trials_randomisation_method_listed check (randomisation_method_id in (1, 2, 3, 4, 5)) not valid,
  add column big_stick_limit integer not null default 3;
