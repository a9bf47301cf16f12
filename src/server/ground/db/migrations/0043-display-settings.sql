-- How each person wants the portal to look, for all of their devices. A person who has changed nothing has no row.
create table display_settings (
  user_id bigint primary key references users,
  theme text not null default 'device' check (theme in ('device', 'light', 'dark')),
  density text not null default 'device' check (density in ('device', 'comfortable', 'compact')),
  start_page text not null default 'home' check (start_page in ('home', 'trials', 'reports', 'users', 'audit_logs')),
  -- By list: the columns in their order, and the searches with their names.
  list_columns jsonb not null check (jsonb_typeof(list_columns) = 'object'),
  saved_filters jsonb not null check (jsonb_typeof(saved_filters) = 'object'),
  changed_at timestamptz(3) not null
);
