import { can, type EffectivePermission } from '#domain/people/permissions'
import { List } from '@mantine/core'
import { OFFLINE_REASONS, RANDOMISATION_NEEDS_CONNECTION } from '../../../offline-reasons'
import type { TrialAtHand } from '../../trials/trial/trial-page'
import classes from './stored-limits.module.css'

/** The actions possible on a stored list; unfolded, those that need a connection, each with its reason. */
export function StoredLimits({ trial, permission }: { trial: TrialAtHand; permission: EffectivePermission }) {
  return (
    <details className={classes['limits']}>
      <summary>
        You can still flag and unflag.{' '}
        {can(permission, 'randomise') ? RANDOMISATION_NEEDS_CONNECTION : 'See what needs a connection.'}
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

/** The columns of the list that a device does not store. */
const COLUMNS_WITH_PACKS = 'Date, study group and study pack are shown'
const COLUMNS_WITHOUT_PACKS = 'Date and study group are shown'
