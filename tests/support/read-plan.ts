import { CompiledQuery } from 'kysely'
import type { Queries } from '../../src/server/ground/db/transaction'
import { tableOfPartition } from './partitioned-by-trial'

/** A statement as the server was sent it. */
export type SentStatement = { text: string; parameters: readonly unknown[] }

/** A statement and the partitions in its plan, by the table that they are parts of. */
export type ReadPlan = { text: string; partitions: ReadonlyMap<string, readonly string[]> }

/** Plans a statement with its parameters, without carrying it out. */
export const readPlan = async (queries: Queries, { text, parameters }: SentStatement): Promise<ReadPlan> => {
  const explaining = `explain (format json, costs off) ${text.replaceAll(/\/\*.*?\*\//g, '')}`
  const { rows } = await queries.executeQuery<{ 'QUERY PLAN': unknown }>(CompiledQuery.raw(explaining, [...parameters]))
  const relations = new Set(relationsOf(rows[0]?.['QUERY PLAN']))
  const partitions = new Map<string, string[]>()
  for (const relation of [...relations].toSorted()) {
    const table = tableOfPartition(relation)
    if (table !== null) partitions.set(table, [...(partitions.get(table) ?? []), relation])
  }
  return { text, partitions }
}

/** Every relation that a plan names, however deep: those that it reads, and those whose rows it changes. */
const relationsOf = (plan: unknown): string[] => {
  if (Array.isArray(plan)) return plan.flatMap(relationsOf)
  if (typeof plan !== 'object' || plan === null) return []
  return Object.entries(plan).flatMap(([name, value]) =>
    name === 'Relation Name' && typeof value === 'string' ? [value] : relationsOf(value),
  )
}

/** The tables of which a plan touches more than one partition. */
export const wideTables = ({ partitions }: ReadPlan): string[] =>
  [...partitions].flatMap(([table, { length }]) => (length > 1 ? [table] : []))

/** Statements that differ in nothing but the number of their values and the names of their cursors are one. */
export const patternOf = (text: string): string =>
  text
    .replaceAll(/\$\d+(, \$\d+)*/g, '$')
    .replaceAll(/"ids_\d+"/g, '"ids"')
    .replaceAll(/\s+/g, ' ')
    .trim()
