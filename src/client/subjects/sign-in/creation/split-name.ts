/** A full name in two, at its first space. */
export const splitName = (name: string): { first_name: string; last_name: string } => {
  const [first_name = '', ...rest] = name.trim().split(' ')
  return { first_name, last_name: rest.join(' ').trim() }
}
