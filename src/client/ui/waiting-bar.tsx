import { Progress, VisuallyHidden } from '@mantine/core'

/** A bar for work whose progress is unknown. Whether its label is read out is for what surrounds it: some of it is announced already. */
export function WaitingBar({ label }: { label: string }) {
  return (
    <>
      <Progress.Root aria-hidden="true">
        <Progress.Section value={100} animated striped withAria={false} />
      </Progress.Root>
      <VisuallyHidden>{label}</VisuallyHidden>
    </>
  )
}
