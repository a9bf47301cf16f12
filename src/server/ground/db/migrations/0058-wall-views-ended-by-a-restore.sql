-- A restored backup ends its wall views, and no person did it --------------------------------------------------------------

alter table wall_views
  drop constraint wall_views_ended_by_somebody,
  add constraint wall_views_ended_by check (ended_by is null or ended_at is not null);
