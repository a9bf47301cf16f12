import type { Me } from '#contract/session'
import { NativeSelect, Stack, Text } from '@mantine/core'
import { ActionRefused } from '../../../action/action-refused'
import { DENSITY_WORDS, THEME_WORDS } from '../../../desk/display-words'
import { offeredStartPages } from '../../../desk/start-page'
import { useChangeDisplay, useDisplay } from '../../../desk/use-display'
import { useIsAway } from '../../../device/offline/use-connection'
import { OFFLINE_REASONS } from '../../../offline-reasons'

/** The person's display settings, on each of their devices; a choice applies at once. */
export function DisplayFields({ me }: { me: Me }) {
  const { theme, density, start_page } = useDisplay()
  const { change, error } = useChangeDisplay()
  const isAway = useIsAway()
  const pages = offeredStartPages(me).map(({ value, label }) => ({ value, label }))
  return (
    <Stack gap="md" maw="20rem">
      {isAway && <Text>{OFFLINE_REASONS.changeView}</Text>}
      <NativeSelect
        label="Theme"
        disabled={isAway}
        value={theme}
        data={THEME_WORDS}
        onChange={({ currentTarget: { value } }) =>
          change({ theme: THEME_WORDS.find((one) => one.value === value)?.value })
        }
      />
      <NativeSelect
        label="Rows of lists"
        description="Automatic follows the device: compact with a mouse, comfortable for touch."
        disabled={isAway}
        value={density}
        data={DENSITY_WORDS}
        onChange={({ currentTarget: { value } }) =>
          change({ density: DENSITY_WORDS.find((one) => one.value === value)?.value })
        }
      />
      <NativeSelect
        label="Start page"
        description="Opens after you sign in."
        disabled={isAway}
        value={start_page}
        data={pages}
        onChange={({ currentTarget: { value } }) =>
          change({ start_page: pages.find((one) => one.value === value)?.value })
        }
      />
      <ActionRefused title="The view was not saved" error={error} />
    </Stack>
  )
}
