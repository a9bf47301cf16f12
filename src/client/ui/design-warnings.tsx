import type { DesignWarning } from '#contract/simulation-figures'
import { Alert, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'

/** The warnings about a design; empty where there are none. */
export function DesignWarnings({ warnings }: { warnings: readonly DesignWarning[] }) {
  if (warnings.length === 0) return null
  return (
    <Alert role="note" color="amber" icon={<IconAlertTriangle aria-hidden="true" />} title="Check the design">
      <Stack gap="xs">
        {warnings.map(({ code, message }) => (
          <Text key={code}>{message}</Text>
        ))}
      </Stack>
    </Alert>
  )
}
