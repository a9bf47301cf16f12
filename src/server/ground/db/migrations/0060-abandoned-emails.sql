-- Emails that are not tried any more, which each scrape of the metrics counts ------------------------------------------------

create index messages_abandoned on messages (queued_at) where state = 'failed' and attempts > 0;
