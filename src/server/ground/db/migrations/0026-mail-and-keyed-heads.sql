-- What an e-mail about a randomisation tells of groups is looked up when it is sent (decision 0037): the outbox holds the packs alone.
update messages set facts = (facts - 'groups') || jsonb_build_object('pack_ids', coalesce((
    select jsonb_agg(part -> 'pack_id' order by place)
    from jsonb_array_elements(facts -> 'groups') with ordinality as parts (part, place)
    where part ->> 'pack_id' is not null
  ), '[]'))
where kind = 'randomisation' and facts ? 'groups';

-- The code that shows that a chain's length and head were written by who has SEED_KEY (decision 0038). SQL has no key: the first start
-- checks the chains and writes it.
alter table audit_chains add column head_mac text;
