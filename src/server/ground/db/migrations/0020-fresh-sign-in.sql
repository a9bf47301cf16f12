-- When the person of a session last proved at the provider who they are. A sign-in that the provider answered from memory is none.
alter table sessions add column proved_at timestamptz(3);

-- What a sign-in was begun for: null begins a session, `confirm` proves the person of one that runs.
alter table sign_in_attempts add column purpose text;

-- Whether unblinding in a trial asks for a fresh sign-in. Off: an emergency must not wait for a provider that is down.
alter table trials add column is_unblinding_reauthenticated boolean not null default false;
