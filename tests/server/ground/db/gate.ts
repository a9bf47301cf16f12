/** A promise to wait for, and a function that resolves it. */
export const gate = (): { open: () => void; opened: Promise<void> } => {
  let open = () => {}
  const opened = new Promise<void>((resolve) => (open = resolve))
  return { open: () => open(), opened }
}
