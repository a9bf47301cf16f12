import type { PGlite } from '@electric-sql/pglite'

/** Embedded databases that nobody uses at present, by the key of what each held at first. */
const unused = new Map<string, PGlite[]>()

/**
 * An embedded database that an earlier test closed, with what it held at first; where there is none, `open` opens one. To open one
 * takes a third of a second, to empty one a tenth of that. One whose tables, triggers or settings a test changed is not used again.
 */
export const usedAgain = async (key: string, open: () => Promise<PGlite>): Promise<PGlite> => {
  const waiting = unused.get(key)?.pop()
  if (waiting) return waiting
  const pglite = await open()
  const chains = await valueOf(pglite, CHAINS)
  const catalogue = await valueOf(pglite, CATALOGUE)
  const close = pglite.close.bind(pglite)
  pglite.close = async () => {
    await pglite.exec('discard all')
    if ((await valueOf(pglite, CATALOGUE)) !== catalogue) return close()
    await empty(pglite, chains)
    unused.set(key, [...(unused.get(key) ?? []), pglite])
  }
  return pglite
}

const valueOf = async (pglite: PGlite, query: string): Promise<string> => {
  const { rows } = await pglite.query<{ value: string }>(query)
  return rows[0]?.value ?? ''
}

const CHAINS = 'select jsonb_agg(audit_chains)::text as value from audit_chains'

const CATALOGUE = `
  select md5(string_agg(entry, ' ' order by entry)) as value from (
    select concat_ws(' ', 'table', oid, relname, reloptions, relacl) from pg_class
      where relnamespace = 'public'::regnamespace
    union all select 'default ' || adrelid || adnum || pg_get_expr(adbin, adrelid) from pg_attrdef
      where adrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)
    union all select 'index ' || pg_get_indexdef(indexrelid) from pg_index
      where indrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)
    union all select 'column ' || attrelid || attname || atttypid || attnotnull from pg_attribute
      where attrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)
    union all select 'constraint ' || oid || conname || convalidated || pg_get_constraintdef(oid) from pg_constraint where connamespace = 'public'::regnamespace
    union all select 'function ' || oid || prosrc from pg_proc where pronamespace = 'public'::regnamespace
    union all select 'trigger ' || oid || tgname || tgenabled::text from pg_trigger
    union all select 'event trigger ' || oid || evtname from pg_event_trigger
    union all select 'role ' || oid || rolname from pg_authid
    union all select 'schema ' || oid || nspname from pg_namespace where nspname !~ '^pg_'
    union all select 'setting ' || setdatabase || setrole || setconfig::text from pg_db_role_setting
  ) as entries (entry)`

/** The tables that hold rows, or whose numbering has begun. */
const USED_TABLES = `
  select format('%I', used.relname) as name
  from pg_class as used
  where used.relkind = 'r' and used.relnamespace = 'public'::regnamespace and used.relname <> 'schema_migrations'
    and (
      pg_relation_size(used.oid) > 0
      or exists (
        select from pg_depend
        join pg_sequences on format('%I.%I', schemaname, sequencename)::regclass = pg_depend.objid
        where pg_depend.refobjid = used.oid and pg_depend.deptype in ('a', 'i') and pg_sequences.last_value is not null
      )
    )`

/** Leaves what the migrations inserted: which of them ran, and these beginnings of audit chains. */
const empty = async (pglite: PGlite, chains: string): Promise<void> => {
  const { rows } = await pglite.query<{ name: string }>(USED_TABLES)
  // Without triggers, which keep what nobody may delete.
  await pglite.exec('set session_replication_role = replica')
  await pglite.exec(`truncate ${rows.map(({ name }) => name).join(', ')} restart identity cascade`)
  await pglite.query('insert into audit_chains select * from jsonb_populate_recordset(null::audit_chains, $1::jsonb)', [
    chains,
  ])
  await pglite.exec('reset session_replication_role')
}
