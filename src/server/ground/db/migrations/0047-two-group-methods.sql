-- Methods for two groups of equal weight (decision 0084) ----------------------------------------------------------------------

alter table trials
  drop constraint trials_randomisation_method_listed,
  add constraint trials_randomisation_method_listed check (randomisation_method_id in (1, 2, 3, 4, 5, 6, 7, 8)),
  add column big_stick_limit integer not null default 3,
  add column biased_coin_limit integer not null default 3,
  add column biased_coin_chance integer not null default 2,
  add column biased_coin_out_of integer not null default 3,
  add column efron_chance integer not null default 2,
  add column efron_out_of integer not null default 3,
  add column maximal_limit integer not null default 3,
  add column maximal_length integer not null default 50;
