import { Button, Group, Text } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { counted } from '../../../ui/format-number'
import type { RealShares } from './real-shares'
import type { Form } from './simulation-form'

/** Fills in the shares of sites and options by the participants that the trial has. */
export function RealSharesButton({ form, shares }: { form: Form; shares: RealShares }) {
  const { trial_strata } = form.values.design
  const isSameForm =
    shares.options.length === trial_strata.length &&
    trial_strata.every(
      ({ trial_stratum_options }, place) => trial_stratum_options.length === shares.options[place]?.length,
    )
  const fillIn = () => {
    form.setFieldValue('sizes.sites', shares.sites.length)
    form.setFieldValue('sizes.site_shares', shares.sites.join(', '))
    for (const [place, counts] of shares.options.entries())
      for (const [at, count] of counts.entries())
        form.setFieldValue(`design.trial_strata.${place}.trial_stratum_options.${at}.share`, count)
  }
  return (
    <Group gap="sm">
      <Button
        variant="default"
        leftSection={<IconUsers size={20} aria-hidden="true" />}
        disabled={!isSameForm}
        onClick={fillIn}
      >
        Use the trial’s own recruitment
      </Button>
      <Text c="dimmed">{isSameForm ? sharesWords(shares) : 'The strata above are no longer those of the trial.'}</Text>
    </Group>
  )
}

const sharesWords = ({ participants, has_closed_sites }: RealShares): string =>
  `Sites and options get the shares of its ${counted(participants, 'participant')}.${has_closed_sites ? CLOSED_TOO : ''}`

const CLOSED_TOO = ' Sites that no longer take part are included.'
