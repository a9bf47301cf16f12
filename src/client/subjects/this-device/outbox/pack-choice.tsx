import { Checkbox, Stack } from '@mantine/core'
import { packNames, type PackLabel } from '../../../device/outbox/several-packs'
import type { RefusedPack } from './corrected-action'
import { PackMeanwhile } from './pack-meanwhile'

type PackChoiceProps = {
  packs: readonly PackLabel[]
  atFault: readonly RefusedPack[]
  /** The ids of those that are sent. */
  selected: readonly number[]
  onChange: (selected: readonly number[]) => void
}

/** The packs of a refused action to send again; beside each conflicting one, its present state. */
export function PackChoice({ packs, atFault, selected, onChange }: PackChoiceProps) {
  return (
    <Checkbox.Group
      label="Packs to send"
      description="Packs that you leave out are not recorded as dispensed. The outbox lists them."
      value={selected.map(String)}
      onChange={(ticked) => onChange(ticked.map(Number))}
      error={selected.length === 0 ? 'Select at least one pack, or discard the whole action' : null}
    >
      <Stack gap="sm" my="sm">
        {packs.map((pack) => {
          const { id } = pack
          const refused = atFault.find((one) => one.id === id)
          return (
            <Checkbox
              key={id}
              size="lg"
              value={String(id)}
              label={<span className="identifier">{packNames([pack])}</span>}
              description={refused && <PackMeanwhile pack={refused} />}
            />
          )
        })}
      </Stack>
    </Checkbox.Group>
  )
}
