-- The trial of what a participant was given and answered, so that the next migrations can hold groups, packs and strata to it
-- (decision 0055). The names of these columns are of no other table: a query that joins them and names `trial_id` alone would no longer
-- be understood. Servers of the version before store rows without it: these triggers add it. They have the rights of the role that
-- stores: those servers own the tables.
alter table participant_groups add column of_trial bigint;
alter table participant_strata add column of_trial bigint;
alter table randomisation_error_strata
  add column of_participant bigint,
  add column of_trial bigint;

-- After the statement: a randomisation stores the participant and what they were given in one.
create function set_trial_of_group() returns trigger language plpgsql as $$
declare
  its_trial bigint;
begin
  select trial_id into strict its_trial from participants where id = new.participant_id;
  update participant_groups set of_trial = its_trial
    where participant_id = new.participant_id and factorial_level = new.factorial_level;
  return null;
end
$$;
create trigger participant_groups_have_a_trial after insert on participant_groups
  for each row when (new.of_trial is null) execute function set_trial_of_group();

create function set_trial_of_answer() returns trigger language plpgsql as $$
declare
  its_trial bigint;
begin
  select trial_id into strict its_trial from participants where id = new.participant_id;
  update participant_strata set of_trial = its_trial
    where participant_id = new.participant_id and trial_stratum_id = new.trial_stratum_id;
  return null;
end
$$;
create trigger participant_strata_have_a_trial after insert on participant_strata
  for each row when (new.of_trial is null) execute function set_trial_of_answer();

-- Before: what is stored of an error is never changed. The error and its participant were stored by statements before. An error that
-- is not there is refused, since a key with a null in it is not compared.
create function set_participant_of_error() returns trigger language plpgsql as $$
begin
  select randomisation_errors.participant_id, participants.trial_id into strict new.of_participant, new.of_trial
    from randomisation_errors join participants on participants.id = randomisation_errors.participant_id
    where randomisation_errors.id = new.randomisation_error_id;
  return new;
end
$$;
create trigger randomisation_error_strata_have_a_participant before insert on randomisation_error_strata
  for each row execute function set_participant_of_error();
