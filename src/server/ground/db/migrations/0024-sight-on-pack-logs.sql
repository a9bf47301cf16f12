-- How much of the study groups its writer saw: what somebody wrote who saw more than the reader is told by day and kind only
-- (decision 0036). Null where the service wrote it, and before this: then as from somebody who saw all.
alter table study_pack_logs add column writer_sight text check (writer_sight in ('nothing', 'labels', 'names'));
