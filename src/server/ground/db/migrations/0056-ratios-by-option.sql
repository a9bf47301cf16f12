-- The ratio of participants with an option of a stratum: the weights of the study groups in order of id, such as 2:1 (decision 0108) --

alter table trial_stratum_options add column ratio text check (ratio ~ '^[1-9][0-9]{0,3}(:[1-9][0-9]{0,3})*$');
