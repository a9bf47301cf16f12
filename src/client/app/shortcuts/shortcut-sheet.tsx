import { Group, Kbd, Switch, Text } from '@mantine/core'
import { IconKeyboard } from '@tabler/icons-react'
import { Fragment } from 'react'
import { Dialog } from '../../ui/dialog'
import { useKeysSetting } from './keys-setting'
import type { Shortcut, ShortcutGroup } from './shortcut'
import classes from './shortcut-sheet.module.css'

type ShortcutSheetProps = { isOpen: boolean; onClose: () => void; groups: readonly ShortcutGroup[] }

/** The list of this person's keys on this page, and the switch for single keys. */
export function ShortcutSheet({ isOpen, onClose, groups }: ShortcutSheetProps) {
  const { areOn, setOn } = useKeysSetting()
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="Keyboard shortcuts" size="61rem">
      <Switch
        label={`Single-key shortcuts ${areOn ? 'on' : 'off'}`}
        checked={areOn}
        onChange={(event) => setOn(event.currentTarget.checked)}
        data-autofocus
      />
      <div className={classes['groups']}>
        {groups.map(({ title, shortcuts }) => (
          <section key={title} aria-label={title}>
            <h3 className={classes['title']}>{title}</h3>
            <dl className={classes['list']}>
              {shortcuts.map((shortcut) => (
                <Row key={shortcut.label} shortcut={shortcut} isOff={!areOn && shortcut.keys !== undefined} />
              ))}
            </dl>
          </section>
        ))}
      </div>
      <Group gap="xs" wrap="nowrap" align="flex-start">
        <IconKeyboard size={20} aria-hidden="true" />
        <Text size="sm" c="dimmed">
          Single keys do nothing while you type in a field. No single key sends anything: it only opens a page or a
          form.
        </Text>
      </Group>
    </Dialog>
  )
}

function Row({ shortcut: { label, keyCaps, isSequence }, isOff }: { shortcut: Shortcut; isOff: boolean }) {
  return (
    <div className={classes['row']} data-off={isOff || undefined}>
      <dt>{label}</dt>
      <dd>
        {isOff ? (
          'Off'
        ) : (
          <>
            {keyCaps.map((keyCap, place) => (
              <Fragment key={keyCap}>
                {place > 0 && (isSequence === true ? ' then ' : ' ')}
                <Kbd className={classes['key']}>{keyCap}</Kbd>
              </Fragment>
            ))}
          </>
        )}
      </dd>
    </div>
  )
}
