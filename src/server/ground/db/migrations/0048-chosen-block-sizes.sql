-- Permuted blocks of chosen sizes, each with its chance (decision 0087) --------------------------------------------------------

alter table trials
  drop constraint trials_randomisation_method_listed,
  add constraint trials_randomisation_method_listed check (randomisation_method_id in (1, 2, 3, 4, 5, 6, 7, 8, 9)),
  add column chosen_block_sizes text;
