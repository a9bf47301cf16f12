-- What the service's administrators tell everybody, such as planned maintenance, from one moment until another or until it is ended.
create table service_notices (
  id bigint generated always as identity primary key,
  notice text not null,
  shown_from timestamptz(3) not null,
  shown_until timestamptz(3) not null,
  is_on_sign_in boolean not null,
  created_at timestamptz(3) not null,
  created_by bigint not null references users,
  ended_at timestamptz(3),
  ended_by bigint references users,
  constraint service_notices_have_an_end check (shown_until > shown_from),
  constraint service_notices_ended_by_somebody check ((ended_at is null) = (ended_by is null))
);
create index service_notices_shown on service_notices (shown_until) where ended_at is null;
create index service_notices_created_by on service_notices (created_by);
create index service_notices_ended_by on service_notices (ended_by);

-- Which notices a person has dismissed, and of which version they have opened what is new.
alter table display_settings
  add column dismissed_notices jsonb check (jsonb_typeof(dismissed_notices) = 'array'),
  add column seen_release text;
