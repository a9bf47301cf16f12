import type { PGlite } from '@electric-sql/pglite'

/** Embedded databases that nobody uses at present, by the key of what each held at first. */
const unused = new Map<string, PGlite[]>()

/**
 * An embedded database that an earlier test closed, with what it held at first; where there is none, `open` opens one. To open one
 * takes a third of a second, to empty one a tenth of that.
 */
export const usedAgain = async (key: string, open: () => Promise<PGlite>): Promise<PGlite> => {
  const waiting = unused.get(key)?.pop()
  if (waiting) return waiting
  const pglite = await open()
  const { rows } = await pglite.query<{ chains: string }>(
    'select jsonb_agg(audit_chains)::text as chains from audit_chains',
  )
  pglite.close = async () => {
    await empty(pglite, rows[0]?.chains ?? '[]')
    unused.set(key, [...(unused.get(key) ?? []), pglite])
  }
  return pglite
}

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
  await pglite.exec('discard all')
  const { rows } = await pglite.query<{ name: string }>(USED_TABLES)
  // Without triggers, which keep what nobody may delete.
  await pglite.exec('set session_replication_role = replica')
  await pglite.exec(`truncate ${rows.map(({ name }) => name).join(', ')} restart identity cascade`)
  await pglite.query('insert into audit_chains select * from jsonb_populate_recordset(null::audit_chains, $1::jsonb)', [
    chains,
  ])
  await pglite.exec('reset session_replication_role')
}
