import { STUDY_PACK_STATUSES, type StudyPackStatusKey } from '#domain/study-packs/study-pack'
import { Checkbox } from '@mantine/core'
import classes from './pack-filters.module.css'

type PackStatusFilterProps = {
  shown: readonly StudyPackStatusKey[]
  onShow: (statuses: StudyPackStatusKey[]) => void
}

/** The shown statuses: all, or the selected ones. */
export function PackStatusFilter({ shown, onShow }: PackStatusFilterProps) {
  return (
    <fieldset className={classes['choices']}>
      <legend>Status</legend>
      {STUDY_PACK_STATUSES.map(({ key, name }) => (
        <Checkbox
          key={key}
          label={name}
          classNames={{ body: classes['choice'] ?? '' }}
          checked={shown.includes(key)}
          onChange={() =>
            onShow(
              STUDY_PACK_STATUSES.map((status) => status.key).filter((one) => shown.includes(one) !== (one === key)),
            )
          }
        />
      ))}
    </fieldset>
  )
}
