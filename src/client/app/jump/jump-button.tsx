import { Kbd, UnstyledButton } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { isMac } from '../shortcuts/is-mac'
import classes from './jump-button.module.css'

/** Opens the search for participants, packs, pages and actions; on a desk it looks like the field that it opens. */
export function JumpButton({ onJump }: { onJump: () => void }) {
  return (
    <UnstyledButton className={classes['jump']} onClick={onJump}>
      <IconSearch size={20} aria-hidden="true" />
      <span className={classes['words']}>
        Jump to<span className={classes['what']}> participant or page</span>
      </span>
      <Kbd className={classes['keys']}>{isMac() ? '⌘' : 'Ctrl'} K</Kbd>
    </UnstyledButton>
  )
}
