/** Something to wait for, and the way to let the waiting go on. */
export const gate = (): { open: () => void; opened: Promise<void> } => {
  let open = () => {}
  const opened = new Promise<void>((resolve) => (open = resolve))
  return { open: () => open(), opened }
}
