-- The probability of a minimisation as a fraction (decision 0087) --------------------------------------------------------------

alter table trials add column minimisation_fraction text;
