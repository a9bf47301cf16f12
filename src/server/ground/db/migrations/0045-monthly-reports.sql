-- To whom a trial's monthly report goes by email, and of which months it was sent.
create table monthly_report_recipients (
  trial_id bigint not null references trials,
  user_id bigint not null references users,
  chosen_at timestamptz(3) not null,
  chosen_by bigint not null references users,
  primary key (trial_id, user_id)
);
create index monthly_report_recipients_user on monthly_report_recipients (user_id);
create index monthly_report_recipients_chosen_by on monthly_report_recipients (chosen_by);

-- The key is what sends each month once. Stored in the transaction of the emails.
create table monthly_reports (
  trial_id bigint not null references trials,
  month text not null check (month ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  sent_at timestamptz(3) not null,
  recipients bigint not null check (recipients > 0),
  primary key (trial_id, month)
);
