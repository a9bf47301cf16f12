-- The head of its ledger that the people of a trial were last sent.
alter table trials add column published_head text;
