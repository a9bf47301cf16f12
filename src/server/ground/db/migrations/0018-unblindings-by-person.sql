-- How many a person was told of late is asked at each unblinding.
create index participant_unblindings_person on participant_unblindings (unblinded_by, created_at);
