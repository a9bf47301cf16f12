-- Old sign-ins are deleted by when they began, not searched for in all of them: anybody can begin thousands.
create index sign_in_attempts_started on sign_in_attempts (started_at);
