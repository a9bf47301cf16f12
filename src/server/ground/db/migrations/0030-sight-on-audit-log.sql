-- How much of the groups the writer saw, for acts on packs; null where they were written before this was recorded.
alter table audit_log add column writer_sight text check (writer_sight in ('nothing', 'labels', 'names'));
