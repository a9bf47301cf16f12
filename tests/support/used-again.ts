import * as v from 'valibot'

/*
 * Databases that an earlier test closed are emptied and used again: that takes less than opening an embedded one, or making
 * one on a server (decision 0021).
 */

/** Runs one statement. */
type Run = (statement: string, values?: unknown[]) => Promise<{ rows: unknown[] }>

/** What a database was like before its first use. */
export type FirstState = { chains: string; catalogue: string }

export const firstStateOf = async (run: Run): Promise<FirstState> => ({
  chains: await valueOf(run, CHAINS),
  catalogue: await valueOf(run, CATALOGUE),
})

/** Restores the first content. False, with nothing restored, where a test changed tables, triggers or settings. */
export const restoreFirstState = async (run: Run, { chains, catalogue }: FirstState): Promise<boolean> => {
  if ((await valueOf(run, CATALOGUE)) !== catalogue) return false
  await empty(run, chains)
  return true
}

const valueOf = async (run: Run, query: string): Promise<string> => {
  const { rows } = await run(query)
  return v.parse(v.tuple([v.object({ value: v.nullable(v.string(), '') })]), rows)[0].value
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

/** The tables that have rows, or whose numbering has begun. */
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

/** Leaves the rows that the migrations inserted: the list of migrations, and these first entries of audit chains. */
const empty = async (run: Run, chains: string): Promise<void> => {
  const { rows } = await run(USED_TABLES)
  const names = v.parse(v.array(v.object({ name: v.string() })), rows).map(({ name }) => name)
  // Without triggers, which protect append-only rows.
  await run('set session_replication_role = replica')
  await run(`truncate ${names.join(', ')} restart identity cascade`)
  await run('insert into audit_chains select * from jsonb_populate_recordset(null::audit_chains, $1::jsonb)', [chains])
  await run('reset session_replication_role')
}
