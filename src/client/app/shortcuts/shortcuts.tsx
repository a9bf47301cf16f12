import { useHotkeys } from '@mantine/hooks'
import { sendForm } from './page-parts'
import { useKeysSetting } from './keys-setting'
import { ShortcutSheet } from './shortcut-sheet'
import { useShortcuts } from './use-shortcuts'
import { useSingleKeys } from './use-single-keys'

type ShortcutsProps = { isSheetOpen: boolean; onSheet: (isOpen: boolean) => void }

/** The keys of a signed-in person: single ones, `Ctrl Enter` in any form, and the sheet that lists them. */
export function Shortcuts({ isSheetOpen, onSheet }: ShortcutsProps) {
  const { areOn } = useKeysSetting()
  const groups = useShortcuts(() => onSheet(true))
  useSingleKeys(groups, areOn)
  // From any field, and once however long the keys are held.
  useHotkeys([['mod+Enter', ({ repeat }) => !repeat && sendForm()]], [])
  return <ShortcutSheet isOpen={isSheetOpen} onClose={() => onSheet(false)} groups={groups} />
}
