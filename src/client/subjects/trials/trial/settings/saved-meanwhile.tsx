import { Alert, Button } from '@mantine/core'

/** Tells that somebody else has saved the settings since this form was opened. */
export function SavedMeanwhile({ onCompare }: { onCompare: () => void }) {
  return (
    <Alert color="amber" title="Someone else has saved these settings">
      You can continue. You will see their changes before you save yours.{' '}
      <Button variant="default" onClick={onCompare}>
        See what was changed
      </Button>
    </Alert>
  )
}
