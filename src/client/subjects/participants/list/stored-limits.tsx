import { can } from '#domain/people/permissions'
import { List } from '@mantine/core'
import { OFFLINE_REASONS } from '../../../offline-reasons'
import type { StoredListProps } from './stored-list-props'
import classes from './stored-limits.module.css'

/** What works on a stored list, and on demand what needs the connection, each with its reason. */
export function StoredLimits({ trial, permission }: StoredListProps) {
  return (
    <details className={classes['limits']}>
      <summary>
        You can still flag and unflag.{' '}
        {can(permission, 'randomise') ? RANDOMISING_WAITS : 'See what needs a connection.'}
      </summary>
      <List maw="44rem" pb="xs">
        {can(permission, 'randomise') && (
          <List.Item>
            {OFFLINE_REASONS.randomise}
            {trial.contact !== null && ` Contact for this trial: ${trial.contact}`}
          </List.Item>
        )}
        {can(permission, 'unblind') && <List.Item>{OFFLINE_REASONS.unblind}</List.Item>}
        <List.Item>{OFFLINE_REASONS.viewRecord}</List.Item>
        <List.Item>
          {trial.is_managing_packs ? COLUMNS_WITH_PACKS : COLUMNS_WITHOUT_PACKS} when the connection is back.
        </List.Item>
      </List>
    </details>
  )
}

/** The first sentence of the reason; the list below has all of it. */
const RANDOMISING_WAITS = 'Randomisation needs a live connection.'

/** The columns of the list that a device does not store. */
const COLUMNS_WITH_PACKS = 'Date, study group and study pack are shown'
const COLUMNS_WITHOUT_PACKS = 'Date and study group are shown'
