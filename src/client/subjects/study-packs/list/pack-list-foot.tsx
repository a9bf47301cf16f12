import type { ReactNode } from 'react'
import { Dock } from '../../../ui/dock'
import { useIsWide } from '../../../ui/use-is-wide'
import { useTrialAtHand } from '../../trials/trial/trial-page'
import { DispenseLink } from '../dispense-link'
import classes from './pack-list-foot.module.css'

type PackListFootProps = {
  /** How many packs are shown. */
  count: ReactNode
  children: ReactNode
}

/** The foot of the screen: the number of packs, and the actions on the list; on a phone the scanner. */
export function PackListFoot({ count, children }: PackListFootProps) {
  const { trial, permission } = useTrialAtHand()
  const isWide = useIsWide()
  return (
    <>
      <div className={classes['foot']}>
        {count}
        <div className={`${classes['actions']} no-print`}>{children}</div>
      </div>
      {!isWide && (
        <Dock>
          <DispenseLink trialId={trial.id} permission={permission} />
        </Dock>
      )}
    </>
  )
}
