import { Alert, Button } from '@mantine/core'

/** Tells that somebody else has saved the settings since this form was opened. */
export function SavedMeanwhile({ onCompare }: { onCompare: () => void }) {
  return (
    <Alert color="amber" title="Someone else has saved these settings">
      You can go on; before yours are saved you are shown what was changed.{' '}
      <Button variant="default" onClick={onCompare}>
        See what was changed
      </Button>
    </Alert>
  )
}
