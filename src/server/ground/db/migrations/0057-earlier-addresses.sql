-- The addresses before the former one, where a person's address changed more than once within a month: whoever reads them is told too --

alter table users add column earlier_emails text[] not null default '{}';
