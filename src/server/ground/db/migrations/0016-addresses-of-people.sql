-- Since when a person has the present e-mail address, where it was another before, who changed it, and what it was: how far the
-- address may be trusted with a new way to sign in.
alter table users
  add column address_changed_at timestamptz(3),
  add column address_changed_by bigint references users,
  add column former_email text,
  add check (num_nonnulls(address_changed_at, address_changed_by, former_email) in (0, 3));
