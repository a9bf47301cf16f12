import { Alert, List, Text, Textarea } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'

type PatternReasonProps = {
  /** What gives the study groups away, in words. */
  patterns: readonly string[]
  /** Whether one of them may be none by what the batch holds already. */
  isBatchOpen: boolean
  reason: string
  fault: string | undefined
  isFrozen: boolean
  onReason: (reason: string) => void
}

/** By what a list may give the study groups away, and why it is imported all the same; a reason that was written stays to be seen. */
export function PatternReason({ patterns, isBatchOpen, reason, fault, isFrozen, onReason }: PatternReasonProps) {
  if (patterns.length === 0 && reason === '') return null
  return (
    <Alert
      color="amber"
      icon={<IconAlertTriangle aria-hidden="true" />}
      title={
        patterns.length > 0 ? 'This list may give the study groups away' : 'No pattern gives the study groups away now'
      }
    >
      <List mb="sm">
        {patterns.map((message) => (
          <List.Item key={message}>{message}</List.Item>
        ))}
      </List>
      {isBatchOpen && (
        <Text mb="sm">Packs that this batch holds already are not counted here; the server counts them too.</Text>
      )}
      <Textarea
        label="Why it is imported all the same"
        description="It is stored with the import."
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
