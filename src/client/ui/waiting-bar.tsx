import { Progress, VisuallyHidden } from '@mantine/core'

/** A bar for work whose progress is unknown. */
export function WaitingBar({ label }: { label: string }) {
  return (
    <>
      <Progress.Root aria-hidden="true">
        <Progress.Section value={100} animated striped withAria={false} />
      </Progress.Root>
      <VisuallyHidden aria-live="polite">{label}</VisuallyHidden>
    </>
  )
}
