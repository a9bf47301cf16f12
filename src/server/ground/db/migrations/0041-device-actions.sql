-- What devices reported of actions that did not take effect. What is put right goes from the list, never from here.
create unique index study_packs_of_trial on study_packs (id, trial_id);

create table device_actions (
  id bigint generated always as identity primary key,
  trial_id bigint not null references trials,
  user_id bigint not null references users,
  device_id uuid not null,
  action_id uuid not null,
  kind text not null check (kind in ('flag', 'dispense')),
  state text not null check (state in ('unsent', 'refused', 'lost', 'discarded', 'corrected')),
  participant_id bigint,
  refusal_code text,
  performed_at timestamptz(3),
  reported_at timestamptz(3) not null,
  changed_at timestamptz(3) not null,
  -- How much of the groups its person saw when it was reported.
  writer_sight text not null check (writer_sight in ('names', 'labels', 'nothing')),
  unique (user_id, device_id, action_id),
  constraint device_actions_participant_of_trial foreign key (participant_id, trial_id)
    references participants (id, trial_id),
  constraint device_actions_flag_has_participant check ((kind = 'flag') = (participant_id is not null))
);
create unique index device_actions_of_trial on device_actions (id, trial_id);
create index device_actions_newest on device_actions (trial_id, reported_at desc, id desc);
create index device_actions_participant on device_actions (participant_id, trial_id);

create table device_action_packs (
  device_action_id bigint not null,
  trial_id bigint not null,
  study_pack_id bigint not null,
  primary key (device_action_id, study_pack_id),
  constraint device_action_packs_action_of_trial foreign key (device_action_id, trial_id)
    references device_actions (id, trial_id),
  constraint device_action_packs_pack_of_trial foreign key (study_pack_id, trial_id)
    references study_packs (id, trial_id)
);
create index device_action_packs_pack on device_action_packs (study_pack_id, trial_id);
create trigger device_action_packs_is_append_only before update or delete on device_action_packs
  for each row execute function refuse_change();
create trigger device_action_packs_is_never_emptied before truncate on device_action_packs
  for each statement execute function refuse_change();
