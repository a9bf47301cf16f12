-- What devices follow of a trial's participants (src/decisions/0030-readers-do-not-slow-randomising.md) ---------------------

-- Each transaction that changed what a device may keep of a trial's participants, numbered in the order of their commits. The token
-- tells a number from the same number in a history that was lost, as after a backup was restored.
create table participant_changes (
  trial_id bigint not null references trials,
  version bigint not null,
  token uuid not null default gen_random_uuid(),
  primary key (trial_id, version)
);

insert into participant_changes (trial_id, version) select distinct trial_id, 0 from participants;

-- The last change of each.
alter table participants add column version bigint not null default 0;
create index participants_version on participants (trial_id, version);

-- Whoever waits for the trial's row goes on when the other has committed: a lower number is never committed after a higher one.
create function add_participant_change(of_trial bigint) returns bigint language plpgsql as $$
declare
  added bigint;
begin
  perform from trials where id = of_trial for update;
  insert into participant_changes (trial_id, version)
    select of_trial, coalesce(max(version), 0) + 1 from participant_changes where trial_id = of_trial
    returning version into added;
  return added;
end
$$;

-- One number for all that a transaction changes in a trial: the setting that holds it ends with the transaction.
create function number_participant_change() returns trigger language plpgsql as $$
declare
  held text := current_setting('equipoise.participant_change', true);
begin
  if held is null or split_part(held, ':', 1) <> new.trial_id::text then
    held := new.trial_id || ':' || add_participant_change(new.trial_id);
    perform set_config('equipoise.participant_change', held, true);
  end if;
  new.version := split_part(held, ':', 2)::bigint;
  return new;
end
$$;
create trigger participants_are_numbered
  before insert or update of trial_id, trial_sequence_no, participant_id, site_id, is_flagged on participants
  for each row execute function number_participant_change();

-- Somebody who is gone, or no longer at a site, cannot be told to those who follow that site: they must take everything again, so
-- the versions that they have are forgotten.
create function forget_participant_changes() returns trigger language plpgsql as $$
declare
  added bigint := add_participant_change(old.trial_id);
begin
  delete from participant_changes where trial_id = old.trial_id and version < added;
  perform set_config('equipoise.participant_change', '', true);
  return null;
end
$$;
create trigger participants_that_are_gone after delete on participants
  for each row execute function forget_participant_changes();
create trigger participants_that_moved after update of trial_id, site_id on participants
  for each row when (old.trial_id <> new.trial_id or old.site_id <> new.site_id)
  execute function forget_participant_changes();
