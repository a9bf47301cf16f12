-- Compares the rows that were there before 0035 with what it says. Takes no lock that keeps anybody from reading or writing.
do $$
declare
  unproven record;
begin
  for unproven in
    select conrelid::regclass as of_table, conname as name from pg_constraint
    where not convalidated and connamespace = current_schema()::regnamespace order by conrelid, conname
  loop
    execute format('alter table %s validate constraint %I', unproven.of_table, unproven.name);
  end loop;
end
$$;
