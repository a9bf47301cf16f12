-- The probability of a minimisation as a fraction (decision 0087) --------------------------------------------------------------

-- A server of before there were fractions refuses 0 percent. Without it, it would draw by the default beside a fraction.
alter table trials
  add column minimisation_fraction text,
  add constraint trials_minimisation_percent_or_fraction check (
    (minimisation_fraction is not null) = (minimisation_probability is not distinct from 0)
  );
