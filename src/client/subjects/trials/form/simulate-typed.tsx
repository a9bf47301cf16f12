import { IconChartHistogram } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { offerTypedDesign } from '../design/typed-design'
import { paths } from '../../../paths'
import { LinkButton } from '../../../ui/link-button'
import type { Form } from './trial-form-values'
import { typedDesignOf } from './typed-design-of'

/** Leads to the simulation in another tab, filled in with the design as it stands here, saved or not. */
export function SimulateTyped({ form }: { form: Form }) {
  const [name] = useState(() => crypto.randomUUID())
  const present = useEffectEvent(() => typedDesignOf(form.getValues()))
  useEffect(() => offerTypedDesign(name, () => present()), [name])
  return (
    <div>
      <LinkButton
        {...paths.simulateTyped(name)}
        target="_blank"
        variant="default"
        leftSection={<IconChartHistogram size={20} aria-hidden="true" />}
      >
        Simulate this design in a new tab
      </LinkButton>
    </div>
  )
}
