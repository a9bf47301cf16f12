-- What everybody is told ---------------------------------------------------------------------------------------------------

-- A message to every user is of no trial.
alter table messages alter column trial_id drop not null;
alter table messages add constraint messages_of_no_trial check ((trial_id is null) = (kind = 'broadcast'));

-- What happened in a trial goes out before what everybody is told: ten thousand of those must not keep it waiting.
drop index messages_due;
create index messages_due on messages ((trial_id is null), next_attempt_at, id) where state in ('queued', 'sending');
