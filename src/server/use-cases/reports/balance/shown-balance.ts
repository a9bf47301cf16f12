import type { BalanceReport } from '#contract/balance-report'
import { BALANCE_PARTS, type BalanceRow } from '#domain/reports/balance'
import type { BalanceForm, PooledReason } from '#domain/reports/balance-form'
import { roundedToTenths } from '#domain/fraction'
import type { WholeTrial } from '../../../ground/db/trials'
import type { BalanceGroup } from './balance-groups'

type Balance = {
  trial: WholeTrial
  seesStrata: boolean
  form: BalanceForm
  because: PooledReason | null
  groups: readonly BalanceGroup[]
  rows: readonly BalanceRow[]
  at: string
}

/** A balance in words and rounded figures, in the order of its parts, of the sites and of the options. */
export const shownBalance = ({ trial, seesStrata, form, because, groups, rows, at }: Balance): BalanceReport => {
  const strata = seesStrata ? trial.trial_strata : []
  const options = strata.flatMap(({ trial_stratum_options }) => trial_stratum_options)
  const parts = placesOf(BALANCE_PARTS)
  const sites = placesOf(trial.sites.map(({ id }) => id))
  const optionPlaces = placesOf(options.map(({ id }) => id))
  const titles = new Map(trial.sites.map(({ id, title }) => [id, title]))
  const names = new Map(options.map(({ id, name }) => [id, name]))
  const rank = ({ part, site_id, option_ids }: BalanceRow) => [
    parts(part),
    // Rows that name a stratum are before those that leave it out, so that options of one stratum follow each other.
    ...(part === 'site_cell' || part === 'site_option' || part === 'site' ? [sites(site_id)] : []),
    ...option_ids.map((id) => (id === null ? options.length : optionPlaces(id))),
  ]
  return {
    timestamp: at,
    form,
    pooled_because: because,
    groups: groups.map(({ name }) => name),
    strata: strata.map(({ name }) => name),
    rows: rows
      .map((row) => ({ row, rank: rank(row) }))
      .toSorted((one, other) => comparedByPlace(one.rank, other.rank))
      .map(({ row }) => ({
        part: row.part,
        site: row.site_id === null ? null : (titles.get(row.site_id) ?? null),
        options: row.option_ids.map((id) => (id === null ? null : (names.get(id) ?? null))),
        participants: row.participants,
        groups: row.groups.map(({ observed, expected, imbalance }) => ({
          observed,
          expected: roundedToTenths(expected),
          imbalance: roundedToTenths(imbalance),
        })),
      })),
  }
}

/** The place of each in a list, from 0; a missing one comes last. */
const placesOf = <Id>(ids: readonly Id[]) => {
  const places = new Map(ids.map((id, place) => [id, place]))
  return (id: Id | null): number => (id === null ? undefined : places.get(id)) ?? ids.length
}

const comparedByPlace = (one: readonly number[], other: readonly number[]): number => {
  const at = one.findIndex((place, index) => place !== other[index])
  return at < 0 ? 0 : (one[at] ?? 0) - (other[at] ?? 0)
}
