import { Alert, List, Textarea } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'

type PatternReasonProps = {
  /** The patterns that reveal the study groups, in words. */
  patterns: readonly string[]
  reason: string
  fault: string | undefined
  isFrozen: boolean
  onReason: (reason: string) => void
}

/**
 * The patterns by which a list may reveal the study groups, and the reason to import it nevertheless; a reason that was
 * typed stays on the screen.
 */
export function PatternReason({ patterns, reason, fault, isFrozen, onReason }: PatternReasonProps) {
  if (patterns.length === 0 && reason === '') return null
  return (
    <Alert
      color="amber"
      icon={<IconAlertTriangle aria-hidden="true" />}
      title={patterns.length > 0 ? 'This list may reveal study groups' : 'No pattern reveals study groups now'}
    >
      <List mb="sm">
        {patterns.map((message) => (
          <List.Item key={message}>{message}</List.Item>
        ))}
      </List>
      <Textarea
        label="Reason for importing anyway"
        description="Saved with the import."
        required={patterns.length > 0}
        autosize
        minRows={2}
        maxLength={2000}
        disabled={isFrozen}
        value={reason}
        error={fault}
        onChange={(event) => onReason(event.currentTarget.value)}
      />
    </Alert>
  )
}
