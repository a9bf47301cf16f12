import { STUDY_PACK_STATUSES, type StudyPackStatusKey } from '#domain/study-packs/study-pack'
import { Button, Checkbox, Input, Popover, VisuallyHidden } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import classes from './pack-filters.module.css'

type PackStatusFilterProps = {
  shown: readonly StudyPackStatusKey[]
  onShow: (statuses: StudyPackStatusKey[]) => void
}

/** Which statuses are shown: all of them, or those that are ticked. */
export function PackStatusFilter({ shown, onShow }: PackStatusFilterProps) {
  const names = STUDY_PACK_STATUSES.filter(({ key }) => shown.includes(key)).map(({ name }) => name)
  const words = names.length === 0 ? 'All' : names.join(', ')
  return (
    <div>
      <Input.Label component="span" aria-hidden="true">
        Status
      </Input.Label>
      <Popover position="bottom-start" trapFocus returnFocus>
        <Popover.Target>
          <Button
            variant="default"
            fullWidth
            justify="space-between"
            aria-label={`Status: ${words}`}
            classNames={{ label: classes['statuses'] ?? '' }}
            rightSection={<IconChevronDown size={18} aria-hidden="true" />}
          >
            {words}
          </Button>
        </Popover.Target>
        <Popover.Dropdown>
          <fieldset className={classes['choices']}>
            <VisuallyHidden component="legend">Status</VisuallyHidden>
            {STUDY_PACK_STATUSES.map(({ key, name }) => (
              <Checkbox
                key={key}
                label={name}
                checked={shown.includes(key)}
                onChange={() =>
                  onShow(
                    STUDY_PACK_STATUSES.map((status) => status.key).filter(
                      (one) => shown.includes(one) !== (one === key),
                    ),
                  )
                }
              />
            ))}
          </fieldset>
        </Popover.Dropdown>
      </Popover>
    </div>
  )
}
