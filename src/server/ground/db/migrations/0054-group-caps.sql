-- Caps on the participants of a study group, and that a group is closed because it has them (decision 0098) --------------------

alter table study_groups
  add column max_participants integer check (max_participants > 0),
  add column is_closed_at_cap boolean not null default false,
  add constraint study_groups_closed_at_a_cap check (not is_closed_at_cap or max_participants is not null);
