-- Rows from before the columns of 0033. Randomising goes on meanwhile: nothing else changes these rows.
update participant_groups set of_trial = participants.trial_id
  from participants where participants.id = participant_groups.participant_id and participant_groups.of_trial is null;
update participant_strata set of_trial = participants.trial_id
  from participants where participants.id = participant_strata.participant_id and participant_strata.of_trial is null;

-- Strata and their options are deleted in every trial that is still planned, each time after a look for rows that refer to them.
create index participant_strata_stratum on participant_strata (trial_stratum_id);
create index participant_strata_option on participant_strata (trial_stratum_option_id, trial_stratum_id);

alter table randomisation_error_strata disable trigger randomisation_error_strata_are_append_only;
update randomisation_error_strata set of_participant = participants.id, of_trial = participants.trial_id
  from randomisation_errors join participants on participants.id = randomisation_errors.participant_id
  where randomisation_errors.id = randomisation_error_strata.randomisation_error_id;
alter table randomisation_error_strata enable trigger randomisation_error_strata_are_append_only;
create index randomisation_error_strata_stratum on randomisation_error_strata (trial_stratum_id);
create index randomisation_error_strata_used on randomisation_error_strata (used_option_id, trial_stratum_id);
create index randomisation_error_strata_corrected on randomisation_error_strata (corrected_option_id, trial_stratum_id);
