-- Whatever refers to a site, group, pack, stratum or option of another trial is refused; so are values that the domain's lists do not
-- have, and changes of what claims to be never changed (decision 0055). Rows that are there already are compared by the next migration,
-- while people work. Every table is locked before anything is done, in the order in which randomising takes them, so that neither waits
-- for the other; and all of them within the time that one may take, since everybody waits behind the first.
select set_config('statement_timeout', current_setting('lock_timeout'), true);
lock table
  trials, sites, study_groups, trial_strata, trial_stratum_options, user_permissions, study_packs, participants,
  participant_groups, participant_strata, study_pack_logs, messages, participant_flags, participant_unblindings,
  inadvertent_unblindings, randomisation_errors, randomisation_error_strata, stock_alerts, blinded_pack_changes, pack_shortages,
  former_names, sign_in_attempts
  in access exclusive mode;
select set_config('statement_timeout', '0', true);

-- One trial ---------------------------------------------------------------------------------------------------------------

create unique index sites_of_trial on sites (id, trial_id);
create unique index study_groups_of_trial on study_groups (id, trial_id);
create unique index trial_strata_of_trial on trial_strata (id, trial_id);
create unique index trial_stratum_options_of_stratum on trial_stratum_options (id, trial_stratum_id);
create unique index study_packs_of_group on study_packs (id, trial_id, study_group_id);
create unique index participants_of_trial on participants (id, trial_id);
create unique index randomisation_errors_of_participant on randomisation_errors (id, participant_id);

-- Each takes the place of a key of one column, so that no row is compared twice.
alter table user_permissions
  drop constraint user_permissions_site_id_fkey,
  add constraint user_permissions_site_of_trial foreign key (site_id, trial_id) references sites (id, trial_id) not valid,
  -- A key with a null in it is not compared.
  add constraint user_permissions_site_needs_trial check (site_id is null or trial_id is not null) not valid;

alter table study_packs
  drop constraint study_packs_site_id_fkey,
  add constraint study_packs_site_of_trial foreign key (site_id, trial_id) references sites (id, trial_id) not valid,
  drop constraint study_packs_study_group_id_fkey,
  add constraint study_packs_group_of_trial foreign key (study_group_id, trial_id)
    references study_groups (id, trial_id) not valid;

alter table participants
  drop constraint participants_site_id_fkey,
  add constraint participants_site_of_trial foreign key (site_id, trial_id) references sites (id, trial_id) not valid;

alter table participant_groups
  drop constraint participant_groups_participant_id_fkey,
  add constraint participant_groups_of_trial foreign key (participant_id, of_trial)
    references participants (id, trial_id) not valid,
  drop constraint participant_groups_study_group_id_fkey,
  add constraint participant_groups_group_of_trial foreign key (study_group_id, of_trial)
    references study_groups (id, trial_id) not valid,
  drop constraint participant_groups_study_pack_id_fkey,
  add constraint participant_groups_pack_of_group foreign key (study_pack_id, of_trial, study_group_id)
    references study_packs (id, trial_id, study_group_id) not valid;

alter table participant_strata
  drop constraint participant_strata_participant_id_fkey,
  add constraint participant_strata_of_trial foreign key (participant_id, of_trial)
    references participants (id, trial_id) not valid,
  drop constraint participant_strata_trial_stratum_id_fkey,
  add constraint participant_strata_stratum_of_trial foreign key (trial_stratum_id, of_trial)
    references trial_strata (id, trial_id) not valid,
  drop constraint participant_strata_trial_stratum_option_id_fkey,
  add constraint participant_strata_option_of_stratum foreign key (trial_stratum_option_id, trial_stratum_id)
    references trial_stratum_options (id, trial_stratum_id) not valid;

alter table randomisation_error_strata
  drop constraint randomisation_error_strata_randomisation_error_id_fkey,
  add constraint randomisation_error_strata_of_participant foreign key (randomisation_error_id, of_participant)
    references randomisation_errors (id, participant_id) not valid,
  add constraint randomisation_error_strata_of_trial foreign key (of_participant, of_trial)
    references participants (id, trial_id) not valid,
  drop constraint randomisation_error_strata_trial_stratum_id_fkey,
  add constraint randomisation_error_strata_stratum_of_trial foreign key (trial_stratum_id, of_trial)
    references trial_strata (id, trial_id) not valid,
  drop constraint randomisation_error_strata_used_option_id_fkey,
  add constraint randomisation_error_strata_used_of_stratum foreign key (used_option_id, trial_stratum_id)
    references trial_stratum_options (id, trial_stratum_id) not valid,
  drop constraint randomisation_error_strata_corrected_option_id_fkey,
  add constraint randomisation_error_strata_corrected_of_stratum foreign key (corrected_option_id, trial_stratum_id)
    references trial_stratum_options (id, trial_stratum_id) not valid;

alter table messages
  drop constraint messages_site_id_fkey,
  add constraint messages_site_of_trial foreign key (site_id, trial_id) references sites (id, trial_id) not valid,
  add constraint messages_site_needs_trial check (site_id is null or trial_id is not null) not valid;
alter table stock_alerts
  drop constraint stock_alerts_site_id_fkey,
  add constraint stock_alerts_site_of_trial foreign key (site_id, trial_id) references sites (id, trial_id) not valid;
alter table blinded_pack_changes
  drop constraint blinded_pack_changes_site_id_fkey,
  add constraint blinded_pack_changes_site_of_trial foreign key (site_id, trial_id)
    references sites (id, trial_id) not valid;
alter table pack_shortages
  drop constraint pack_shortages_site_id_fkey,
  add constraint pack_shortages_site_of_trial foreign key (site_id, trial_id) references sites (id, trial_id) not valid;
alter table former_names
  drop constraint former_names_study_group_id_fkey,
  add constraint former_names_group_of_trial foreign key (study_group_id, trial_id)
    references study_groups (id, trial_id) not valid,
  drop constraint former_names_site_id_fkey,
  add constraint former_names_site_of_trial foreign key (site_id, trial_id) references sites (id, trial_id) not valid;

-- The domain's lists --------------------------------------------------------------------------------------------------------

alter table user_permissions
  add constraint user_permissions_role_listed check (role_id in (1, 2, 3, 4, 5, 6)) not valid;
alter table trials
  add constraint trials_status_listed check (trial_status_id in (1, 2, 3, 4, 5, 6, 7)) not valid,
  add constraint trials_allocation_method_listed check (allocation_method_id in (1, 2, 3, 4)) not valid,
  add constraint trials_randomisation_method_listed check (randomisation_method_id in (1, 2, 3, 4)) not valid,
  add constraint trials_minimisation_measure_listed check (minimisation_measure in ('variance', 'range')) not valid,
  add constraint trials_participant_id_warning_listed check (participant_id_warning_id in (1, 2, 3)) not valid;
alter table study_groups
  add constraint study_groups_factorial_level_listed check (factorial_level in (1, 2)) not valid;
alter table participant_groups
  add constraint participant_groups_factorial_level_listed check (factorial_level in (1, 2)) not valid;
alter table study_packs
  add constraint study_packs_status_listed check (study_pack_status_id in (1, 2, 3, 4, 5, 6, 7)) not valid;
alter table study_pack_logs
  add constraint study_pack_logs_status_listed check (study_pack_status_id in (1, 2, 3, 4, 5, 6, 7)) not valid,
  add constraint study_pack_logs_action_listed check (action in (
    'import', 'print_label', 'allocate', 'check', 'expire_by_date',
    'dispense', 'activate', 'deactivate', 'transfer', 'update', 'expire', 'remove', 'recall'
  )) not valid;
alter table randomisation_errors
  add constraint randomisation_errors_kind_listed
    check (kind in ('wrong_stratum', 'ineligible', 'twice', 'wrong_participant', 'other')) not valid,
  add constraint randomisation_errors_writer_sight_listed
    check (writer_sight in ('nothing', 'labels', 'names')) not valid;
alter table messages
  add constraint messages_state_listed check (state in ('queued', 'sending', 'sent', 'failed', 'resent')) not valid;
alter table blinded_pack_changes
  add constraint blinded_pack_changes_action_listed
    check (action in ('activate', 'deactivate', 'remove', 'expire', 'transfer', 'update')) not valid;

-- Never changed, never deleted ------------------------------------------------------------------------------------------------

create trigger participant_flags_are_append_only before update or delete on participant_flags
  for each row execute function refuse_change();
create trigger participant_flags_are_never_emptied before truncate on participant_flags
  for each statement execute function refuse_change();
create trigger unblindings_are_never_emptied before truncate on participant_unblindings
  for each statement execute function refuse_change();
create trigger inadvertent_unblindings_are_never_emptied before truncate on inadvertent_unblindings
  for each statement execute function refuse_change();
create trigger randomisation_errors_are_never_emptied before truncate on randomisation_errors
  for each statement execute function refuse_change();
create trigger randomisation_error_strata_are_never_emptied before truncate on randomisation_error_strata
  for each statement execute function refuse_change();

-- Indexes --------------------------------------------------------------------------------------------------------------------

-- Groups are deleted while a trial is planned.
create index study_packs_group on study_packs (study_group_id);
-- REFs of an account are ended with its association.
create index sign_in_attempts_account on sign_in_attempts (issuer, subject) where session_id is null;
-- The unique key of the same column finds the same rows.
drop index participant_groups_pack;
