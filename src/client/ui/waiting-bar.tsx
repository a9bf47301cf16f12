import { Progress, VisuallyHidden } from '@mantine/core'

/** A bar that says that something is under way, and pretends to no knowledge of how far it has come. */
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
